"""Provable chance: a seed that is sealed before play, opened after it, and gives every outcome between.

`docs/proof.md` describes this for a stranger; what it says and what stands here must not differ.
"""

import hashlib
import hmac
import secrets

DIGEST_RANGE = 1 << 256


def new_seed() -> str:
    """Give a fresh seed: 32 random bytes as 64 hexadecimal digits."""
    return secrets.token_hex(32)


def seal(seed: str) -> str:
    """Give the seal of a seed: the SHA-256 of its bytes, in hexadecimal; shown before play."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def draw(seed: str, index: int, outcomes: int) -> int:
    """Give outcome number 0..outcomes-1 of the draw with this index.

    HMAC-SHA-256(seed, index) as a number, modulo the number of outcomes; the few numbers that would
    make some outcomes likelier than others are rejected and drawn again as "index.1", "index.2", ...
    """
    limit = DIGEST_RANGE - DIGEST_RANGE % outcomes
    key, attempt = bytes.fromhex(seed), 0
    while True:
        message = f"{index}.{attempt}" if attempt else f"{index}"
        value = int.from_bytes(hmac.digest(key, message.encode("ascii"), "sha256"), "big")
        if value < limit:
            return value % outcomes
        attempt += 1
