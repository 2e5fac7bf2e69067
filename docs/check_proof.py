"""Check the dice of a Crazy Jump or Pig record by docs/proof.md; uses nothing of Homestretch."""

import hashlib
import hmac
import re
import sys
from pathlib import Path


def die(seed: bytes, draw: int) -> int:
    """Give the face 1..6 of a draw."""
    attempt, value = 0, 2**256
    while value >= 2**256 - 2**256 % 6:
        message = f"{draw}.{attempt}" if attempt else str(draw)
        value = int(hmac.new(seed, message.encode("ascii"), hashlib.sha256).hexdigest(), 16)
        attempt += 1
    return value % 6 + 1


head, moves = Path(sys.argv[1]).read_text("utf-8").split("\n\n", 1)
tags = dict(re.findall(r'^\[(\S+) "(.*)"\]$', head, re.MULTILINE))
seed = bytes.fromhex(tags["Seed"])
if hashlib.sha256(seed).hexdigest() != tags["Seal"]:
    sys.exit("The seed does not fit the seal.")
draw = -1
for face, number in re.findall(r"\((\d)(?:@(\d+))?\)", moves):
    draw = int(number) if number else draw + 1
    if die(seed, draw) != int(face):
        sys.exit(f"Draw {draw} must be {die(seed, draw)}, not {face}.")
print("The seal and all dice are right.")
