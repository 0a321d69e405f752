"""Runs checks and reports their results."""
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

from hearth import NotListening


class Skip(Exception):
    """The machine does not allow this check; the message is the reason."""


class Suite:
    """Runs checks one after another, each with a folder and a random generator of its own."""

    def __init__(self, seed, fast, names):
        self.seed, self.fast, self.names = seed, fast, names
        self.rounds = int(os.environ.get("FAULTS_ROUNDS") or (5 if fast else 100))
        self.descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        self.passed = self.failed = self.skipped = 0

    def run(self, *checks):
        for check in checks:
            if not self.names or check.__name__ in self.names:
                self.run_one(check)

    def run_one(self, check):
        started = time.monotonic()
        self.random = random.Random("%s %s" % (self.seed, check.__name__))
        self.folder = tempfile.mkdtemp(prefix="hearth-faults-")
        self.servers, self.mounts, self.ends = [], [], []
        # For attacks: whether this is the control run on a second server, and the last report of the latency probe.
        self.is_control, self.busy = False, None
        try:
            report, verdict = check(self), "pass"
            self.passed += 1
        except Skip as reason:
            report, verdict = str(reason), "skip"
            self.skipped += 1
        except Exception as error:  # the other checks still run
            report, verdict = "%s: %s" % (type(error).__name__, error), "FAIL"
            self.failed += 1
            if not isinstance(error, (AssertionError, NotListening)):
                traceback.print_exc()
        for server in self.servers:
            server.status = server.process.poll()
            server.kill()
        for end in self.ends:
            end()
        print("%s  %-28s %5.1f s  %s" % (verdict, check.__name__, time.monotonic() - started, report or ""), flush=True)
        if verdict == "FAIL":
            self.print_log()
        for place in self.mounts:
            subprocess.run(["umount", "-l", place], check=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def print_log(self):
        if not self.servers:
            return
        print("      | exit status %s" % self.servers[-1].status)
        lines = self.servers[-1].log.splitlines()
        for line in lines[-10:]:
            print("      | " + line[:300])

    def mount(self, place, *arguments):
        """Mounts at `place` until the check ends."""
        made = subprocess.run(["mount", *arguments, place], capture_output=True, text=True)
        if made.returncode != 0:
            raise Skip("mount failed: " + made.stderr.strip())
        self.mounts.append(place)

    def small_disk(self, size):
        """Mounts a disk of `size` (in the syntax of mount). Returns its folder."""
        place = self.path("disk")
        os.mkdir(place)
        self.mount(place, "-t", "tmpfs", "-o", "size=" + size, "none")
        return place

    def path(self, name):
        return os.path.join(self.folder, name)

    def keep(self, server):
        """Kills the server at the end of the check, also if the check fails."""
        self.servers.append(server)
        return server

    def after(self, end):
        """Calls `end` when the check is over, also if it fails."""
        self.ends.append(end)

    def finish(self):
        print("%d passed, %d failed, %d skipped (seed %s)" % (self.passed, self.failed, self.skipped, self.seed))
        sys.exit(1 if self.failed else 0)
