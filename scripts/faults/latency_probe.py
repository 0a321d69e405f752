"""Measures the latency of another user, in a process of its own, while something happens to the server."""
import json
import os
import subprocess
import sys
import time

from client import HTTP

MEAL = {"raw_input": "1 apple", "meal_type": "snack"}


class LatencyProbe:
    """Reads and posts meals every few milliseconds. `report()` returns the figures since the last report."""

    def __init__(self, server, username="testuser2", password="password"):
        self.process = subprocess.Popen(
            [sys.executable, os.path.abspath(__file__), str(server.port), server.log_in(username, password)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def report(self):
        """Returns count, median and 99th percentile in milliseconds. Every request must have succeeded."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        report = json.loads(self.process.stdout.readline())
        assert not report["wrong"], "requests of another user failed: %s" % report["wrong"]
        return report

    def end(self):
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()


def compare(quiet, busy):
    """Formats the reports of both phases."""
    return "another user's p99 %.1f ms (p50 %.1f), before %.1f ms (%.1f)" % (
        busy["p99"], busy["p50"], quiet["p99"], quiet["p50"])


def main():
    import threading
    port, token = int(sys.argv[1]), sys.argv[2]
    times, wrong, lock, done = [], [], threading.Lock(), threading.Event()

    def work():
        connection, number = HTTP(port, timeout=60), 0
        while not done.is_set():
            number += 1
            started = time.monotonic()
            try:
                if number % 2:
                    status, _ = connection.request("GET", "/api/v1/meal-logs?limit=5", token=token)
                else:
                    status, _ = connection.request("POST", "/api/v1/meal-logs/natural", MEAL, token)
            except Exception as error:  # every failure is reported
                status = "%s: %s" % (type(error).__name__, error)
                connection.close()
            with lock:
                times.append((time.monotonic() - started) * 1000)
                if status not in (200, 201):
                    wrong.append(str(status))
            time.sleep(0.01)

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    for _ in sys.stdin:
        with lock:
            ordered = sorted(times) or [0.0]
            report = {"count": len(times), "p50": ordered[len(ordered) // 2],
                      "p99": ordered[int(len(ordered) * 0.99)],
                      "wrong": wrong[:3]}
            del times[:], wrong[:]
        print(json.dumps(report), flush=True)
    done.set()


if __name__ == "__main__":
    main()
