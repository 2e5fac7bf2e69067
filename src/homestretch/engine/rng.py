"""One stream of random numbers, the same interpreted and compiled.

Every value stays in 0..2**32-1. The products reach 64 bits; compiled they wrap, but the low 32 bits
that are kept are the same as Python's. A stream is two ints: [counter, key].
"""

M32 = 0xFFFFFFFF


def mix(x: int) -> int:
    """Scramble 32 bits (an invertible mixer after Wellons' low-bias hashes)."""
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & M32
    x = ((x ^ (x >> 15)) * 0x735A2D97) & M32
    return x ^ (x >> 15)


def seed_stream(rng: list[int], seed: int, index: int) -> None:
    """Start the stream of game number index under seed; both in 0..2**32-1."""
    rng[0] = mix((seed ^ 0x9E3779B9) & M32)
    rng[1] = mix((mix(index & M32) + rng[0]) & M32)


def next_u32(rng: list[int]) -> int:
    """Draw 32 random bits (a Weyl counter, keyed and mixed)."""
    x = (rng[0] + 0x9E3779B9) & M32
    rng[0] = x
    return mix(x ^ rng[1])


def below(rng: list[int], n: int) -> int:
    """Draw a number in 0..n-1 (multiply and shift, Lemire 2019; the bias is under n / 2**32)."""
    return (next_u32(rng) * n) >> 32
