"""The XML-RPC documents of GBXRemote 2, read without trust: game servers pass on what players typed."""

import re
from decimal import DecimalException
from typing import Any, NamedTuple
from xml.parsers.expat import ExpatError
from xmlrpc import client as xmlrpc

from defusedxml.xmlrpc import DefusedExpatParser

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REFERENCE = re.compile(r"&#(?:x([0-9a-fA-F]{1,8})|([0-9]{1,8}));")
# What the parser and the standard library's reader raise for a document that is none.
_ILL_FORMED = (ExpatError, xmlrpc.Error, ValueError, TypeError, LookupError, AttributeError, DecimalException)


class Call(NamedTuple):
    """A method call: from the server it is a callback."""

    method: str
    args: tuple[Any, ...]


class Answer(NamedTuple):
    """The value that a method gave."""

    value: Any


class Refusal(NamedTuple):
    """A fault: the method was refused. The text says more than the code."""

    code: int
    text: str


def write_call(call: Call) -> bytes:
    """Give the document of a call, in UTF-8; raises TypeError for what XML-RPC cannot say."""
    return xmlrpc.dumps(call.args, call.method).encode()


def read_document(body: bytes) -> Call | Answer | Refusal | None:
    """Read a document; None where it makes no sense even after repair.

    Some server builds let bytes that are no UTF-8 and control characters through from nicknames and chat:
    such a document is read a second time without them.
    """
    for attempt in (bytes, _repaired):
        try:
            return _read(attempt(body))
        except _ILL_FORMED:
            continue
    return None


def without_forbidden(text: str) -> str:
    """Give a text without the characters that XML forbids: controls, halves of pairs, U+FFFE and U+FFFF."""
    return _FORBIDDEN.sub("", text)


def _read(body: bytes) -> Call | Answer | Refusal:
    target = xmlrpc.Unmarshaller(use_builtin_types=True)
    parser = DefusedExpatParser(target, forbid_dtd=True)
    parser.feed(body)
    parser.close()
    try:
        values = target.close()
    except xmlrpc.Fault as fault:
        return Refusal(int(fault.faultCode), str(fault.faultString))
    method = target.getmethodname()
    if method:
        return Call(method, values)
    (value,) = values
    return Answer(value)


def _repaired(body: bytes) -> bytes:
    text = body.decode("utf-8", "replace")
    return without_forbidden(_REFERENCE.sub(_kept_reference, text)).encode()


def _kept_reference(found: re.Match[str]) -> str:
    number = int(found[1], 16) if found[1] else int(found[2])
    allowed = number <= 0x10FFFF and without_forbidden(chr(number))
    return found[0] if allowed else ""
