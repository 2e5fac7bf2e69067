"""Who listens to which match: a commit in any thread wakes every open stream of that match."""

import asyncio
from collections import defaultdict


class Hub:
    """Streams of one process, by match. Lives on one event loop; publish may be called from any thread."""

    def __init__(self) -> None:
        self._queues: defaultdict[str, set[asyncio.Queue[int]]] = defaultdict(set)
        self._loop = asyncio.get_running_loop()

    def subscribe(self, match: str) -> "asyncio.Queue[int]":
        """Give a queue that receives the revision of a match after each commit; only the latest is kept."""
        queue: asyncio.Queue[int] = asyncio.Queue(maxsize=1)
        self._queues[match].add(queue)
        return queue

    def unsubscribe(self, match: str, queue: "asyncio.Queue[int]") -> None:
        """Stop a subscription."""
        self._queues[match].discard(queue)
        if not self._queues[match]:
            del self._queues[match]

    def publish(self, match: str, revision: int) -> None:
        """Say that a match has reached a revision."""
        self._loop.call_soon_threadsafe(self._deliver, match, revision)

    def _deliver(self, match: str, revision: int) -> None:
        for queue in self._queues.get(match, ()):
            if queue.full():
                queue.get_nowait()
            queue.put_nowait(revision)

    def __len__(self) -> int:
        return sum(len(queues) for queues in self._queues.values())
