"""Runs the checks of several nodes, each on a database of its own, and prints the results."""
import argparse
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[1:1] = [os.path.join(HERE, "..", name) for name in ("faults", "servers")]

import acceptance
import failures
import journeys
import outages
import transports
from databases import Postgres, Redis
from hearth import Server
from suite import Suite

CHECKS = [
    journeys.meals, journeys.accounts, journeys.connections, journeys.rooms, journeys.answers, journeys.sync,
    failures.node_killed, failures.kills_under_load, failures.database_restarted, failures.sessions_ended,
    failures.node_stopped, failures.node_partitioned, failures.rolling_restart,
    outages.bus_interrupted, outages.host_unreachable, outages.standby_promoted, outages.clocks_differ, outages.idle,
    transports.encrypted, transports.pooled, transports.behind_caddy, acceptance.api, acceptance.websocket,
]
# Those that take half a minute and more.
SLOW = [
    failures.node_stopped, failures.node_partitioned, outages.host_unreachable, acceptance.api, acceptance.websocket,
]


def main():
    parser = argparse.ArgumentParser(prog="scripts/cluster/run", description="The checks of several nodes.")
    parser.add_argument("check", nargs="*", help="names of checks; default: all")
    parser.add_argument("--fast", action="store_true", help="few checks and few rounds, as CI runs it")
    parser.add_argument("--seed", default=str(int(time.time())), help="repeats the random times of an earlier run")
    parser.add_argument("--binary", default=Server.binary)
    parser.add_argument("--bus", choices=["postgres", "redis"], default="postgres")
    parser.add_argument("--list", action="store_true", help="lists the checks")
    options = parser.parse_args()
    if options.list:
        return print("\n".join(check.__name__ for check in CHECKS))
    Server.binary = os.path.abspath(options.binary)
    suite = Suite(options.seed, options.fast, options.check)
    checks = [check for check in CHECKS if check not in SLOW] if options.fast and not options.check else CHECKS
    with Postgres() as suite.postgres:
        suite.redis = Redis() if options.bus == "redis" else None
        suite.run(*checks)
        if suite.redis:
            suite.redis.stop()
    suite.finish()


main()
