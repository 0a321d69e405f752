"""Runs the checks of the API against a new server. See scripts/api-checks."""
import argparse
import sys
import time

import documents
import rest
import sockets
from server import Server, Service

PARTS = {"documents": documents.check, "sockets": sockets.check, "rest": rest.check}


def main():
    parser = argparse.ArgumentParser(prog="api-checks")
    parser.add_argument("binary")
    parser.add_argument("--address", help="HOST:PORT of a running service, which is checked instead of a new server")
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--only", action="append", choices=PARTS)
    options = parser.parse_args()
    failures = 0
    server = Service(options.address) if options.address else Server(options.binary)
    try:
        for name in options.only or PARTS:
            started = time.monotonic()
            problems = PARTS[name](server, options.fast)
            for problem in problems:
                print(f"{name}: {problem}")
            failures += len(problems)
            print(f"{name}: {len(problems)} problems, {time.monotonic() - started:.1f} s", flush=True)
    finally:
        failures += not server.stop()
    print(f"{len(options.only or PARTS)} passed, 0 failed" if not failures else f"api-checks: {failures} problems")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
