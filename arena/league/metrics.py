"""What a league server counts, for Prometheus; every server has a registry of its own."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server

from arena.core.errors import ConfigError

NAMESPACE = "arena"
CALL_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)
"""Bounds of the buckets that calls are sorted into."""


class Metrics:
    """The server's figures. All may be changed from any thread."""

    def __init__(self) -> None:
        """Begin with zeros."""
        self.registry = CollectorRegistry()
        self.matches = self._counter("matches", "Matches stored.", "league")
        self.faults = self._counter("faults", "Faults of bots in complete blocks.", "league", "kind")
        self.rounds = self._counter("rounds", "Rounds finished.", "league", "kind")
        self.round_failures = self._counter("round_failures", "Rounds stopped by trouble of ours.", "league")
        self.submissions = self._counter("submissions", "Submissions decided.", "state")
        self.queue = self._gauge("submission_queue", "Submissions that wait or are checked.")
        self.uploads = self._gauge("uploads", "Uploads under way.")
        self.watchers = self._gauge("watchers", "Open streams of those who watch.")
        self.calls = Histogram(
            "call_seconds",
            "Calls by their duration; streams last as long as somebody watches.",
            ["call", "code"],
            namespace=NAMESPACE,
            registry=self.registry,
            buckets=CALL_SECONDS,
        )

    def serve(self, port: int, address: str) -> Callable[[], None]:
        """Answer `GET /metrics` on a port of its own; return what ends that.

        Raises:
            ConfigError: the port can't be had.
        """
        try:
            server, thread = start_http_server(port, addr=address, registry=self.registry)
        except OSError as error:
            raise ConfigError(
                f"--metrics-port {port}: can't listen on {address}:{port}: {error.strerror}; choose another"
            ) from error

        def end() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return end

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(name, about, labels, namespace=NAMESPACE, registry=self.registry)

    def _gauge(self, name: str, about: str) -> Gauge:
        return Gauge(name, about, namespace=NAMESPACE, registry=self.registry)
