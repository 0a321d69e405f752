"""Runs the checks in a browser and prints the results."""
import argparse
import multiprocessing
import os
import shutil
import sys
from concurrent.futures import ProcessPoolExecutor

import console
import console_develop
import console_diary
import console_operate
import console_play
import console_sockets
import pages
from driver import DESKTOP, PHONE
from processes import ROOT, Hearth, Site, temporary_folder
from suite import Suite

CHECKS = [
    *pages.CHECKS, *console.CHECKS, *console_sockets.CHECKS, *console_play.CHECKS, *console_diary.CHECKS,
    *console_operate.CHECKS, *console_develop.CHECKS,
]

FAILURES = os.path.join(ROOT, ".build", "browser", "failures")

# swagger_try_it_out opens operations by their addresses as well, also after a reload; the tests of the pages follow the
# redirects.
NOT_FAST = {pages.swagger_deep_link, pages.short_addresses}


def arguments():
    parser = argparse.ArgumentParser(
        prog="scripts/browser-checks", description="Drives the documentation pages and the console in Chromium.")
    parser.add_argument("check", nargs="*", help="names of checks; default: all")
    parser.add_argument("--fast", action="store_true", help="two instead of four combinations, as CI runs it")
    parser.add_argument("--list", action="store_true", help="lists the checks")
    parser.add_argument("--binary", default=Hearth.binary, help="default: $HEARTH, or .build/release/hearth")
    parser.add_argument("--viewport", choices=["desktop", "phone"], help="only this one")
    parser.add_argument("--site", choices=["direct", "nginx"], help="only this arrangement of servers")
    options = parser.parse_args()
    if unknown := set(options.check) - {check.__name__ for check in CHECKS}:
        parser.error("unknown: %s" % ", ".join(sorted(unknown)))
    return options


def viewports(site, options):
    """The viewports on which a site is visited."""
    found = [DESKTOP, PHONE] if not options.fast else [DESKTOP] if site == "direct" else [PHONE]
    return [viewport for viewport in found if options.viewport in (None, viewport["name"])]


def is_wanted(check, options):
    """Whether a check runs. Checks that are named always do."""
    if options.check:
        return check.__name__ in options.check
    return not options.fast or check not in NOT_FAST


def run(name, options):
    """Starts a site and runs its checks. Returns how many passed, and how many failed."""
    suite = Suite(FAILURES)
    folder, site = temporary_folder(), None
    try:
        site = Site(name, folder, behind_nginx=name == "nginx")
        for viewport in viewports(name, options):
            for check in CHECKS:
                if is_wanted(check, options):
                    suite.run(check, site, viewport)
    finally:
        if site:
            site.stop()
        suite.stop()
        shutil.rmtree(folder, ignore_errors=True)
    return suite.passed, suite.failed


def main():
    options = arguments()
    if options.list:
        for check in CHECKS:
            print("%-28s %s" % (check.__name__, check.__doc__.splitlines()[0]))
        return
    if not os.access(options.binary, os.X_OK):
        sys.exit("%s does not exist: build it first (make browser-checks does)" % options.binary)
    # The processes of the sites inherit it.
    Hearth.binary = options.binary
    shutil.rmtree(FAILURES, ignore_errors=True)
    sites = [name for name in ("direct", "nginx") if options.site in (None, name) and viewports(name, options)]
    if not sites:
        sys.exit("with --fast the desktop visits the site direct only, and the phone nginx")
    # Each in a process of its own, at the same time: a check mostly waits for its page.
    with ProcessPoolExecutor(len(sites), multiprocessing.get_context("fork")) as pool:
        counts = list(pool.map(run, sites, [options] * len(sites)))
    passed, failed = map(sum, zip(*counts))
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed else 0)


main()
