"""Runs the checks in a mount namespace of their own, so that nothing stays mounted, and prints the results."""
import argparse
import os
import resource
import subprocess
import sys
import time

import adversaries
import crashes
import disks
import limits
from hearth import Server
from suite import Suite

CHECKS = [
    crashes.kill_under_load, crashes.kill_at_first_start, crashes.terminate_under_load,
    disks.disk_full, disks.disk_full_and_kill, disks.disk_full_and_terminate, disks.disk_full_at_first_start,
    disks.fsync_fails, disks.fsync_fails_and_kill, disks.fsync_fails_at_start,
    disks.read_only_folder, disks.damaged_header,
    limits.out_of_descriptors, limits.too_few_to_start, limits.clock_jumps,
    limits.clock_jumps_under_sweeps, limits.clock_set_back_while_down,
]
ADVERSARIES = [
    adversaries.slow_senders, adversaries.stalled_readers, adversaries.many_pings, adversaries.unread_pongs,
    adversaries.empty_fragments, adversaries.many_sockets,
]

FAST = [
    crashes.kill_under_load, crashes.terminate_under_load, disks.disk_full, disks.fsync_fails, disks.damaged_header,
    limits.clock_jumps,
]


def raise_descriptors():
    """Allows 10,000 sockets here and in the server."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    wanted = max(hard, 20_480)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, wanted))
    except (ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/faults/run", description="The crash and fault suite.",
        epilog="FAULTS_ROUNDS: number of kills of kill_under_load (default 100, 5 with --fast).")
    parser.add_argument("check", nargs="*", help="names of checks; default: all")
    parser.add_argument("--fast", action="store_true", help="few checks and few rounds, as CI runs it")
    parser.add_argument("--seed", default=str(int(time.time())), help="repeats the random times of an earlier run")
    parser.add_argument("--binary", default=Server.binary)
    parser.add_argument("--list", action="store_true", help="lists the checks")
    return parser.parse_args()


def enter_namespace():
    """Restarts this process in a mount namespace. If that is not allowed, checks that mount are skipped."""
    if os.environ.get("FAULTS_NAMESPACE"):
        return
    for command in (["unshare", "--mount"], ["unshare", "--user", "--map-root-user", "--mount"]):
        try:
            allowed = subprocess.run(command + ["true"], capture_output=True).returncode == 0
        except OSError:
            continue
        if allowed:
            os.environ["FAULTS_NAMESPACE"] = "1"
            os.execvp(command[0], command + [sys.executable] + sys.argv)


def main():
    options = arguments()
    if options.list:
        for check in CHECKS + ADVERSARIES:
            print("%-28s %s" % (check.__name__, check.__doc__))
        return
    enter_namespace()
    Server.binary = options.binary
    if not os.access(options.binary, os.X_OK):
        sys.exit("%s does not exist: build it first (make faults does)" % options.binary)
    raise_descriptors()
    suite = Suite(options.seed, options.fast, options.check)
    print("seed %s (scripts/faults/run --seed %s [CHECK ...] repeats its random times)" % (options.seed, options.seed))
    suite.run(*(FAST if options.fast and not options.check else CHECKS + ADVERSARIES))
    suite.finish()


main()
