"""Runs the checks in a browser and prints the results."""
import argparse
import os
import shutil
import sys

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

# The longest ones. With --fast each runs in one combination only.
ONLY_ON_PHONE = {
    pages.swagger_page, pages.swagger_try_it_out, pages.sockets_page, console_develop.traffic, console_operate.accounts,
}
ONLY_ON_DESKTOP = {
    pages.short_addresses, console_sockets.every_family, console_sockets.filter_frames, console_sockets.saved_messages,
}
# swagger_try_it_out opens operations by their addresses as well, also after a reload.
NOT_FAST = {pages.swagger_deep_link}


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


def combinations(options):
    """The pairs of site and viewport, in the order of the sites: each site is started once."""
    pairs = [("direct", DESKTOP), ("direct", PHONE), ("nginx", DESKTOP), ("nginx", PHONE)]
    if options.fast:
        pairs = [pairs[0], pairs[3]]
    return [(site, viewport) for site, viewport in pairs
            if options.site in (None, site) and options.viewport in (None, viewport["name"])]


def is_wanted(check, viewport, options):
    """Whether a check runs on a viewport. Checks that are named always do."""
    if options.check:
        return check.__name__ in options.check
    return not options.fast or check not in NOT_FAST | (ONLY_ON_DESKTOP if viewport["mobile"] else ONLY_ON_PHONE)


def main():
    options = arguments()
    if options.list:
        for check in CHECKS:
            print("%-28s %s" % (check.__name__, check.__doc__.splitlines()[0]))
        return
    Hearth.binary = options.binary
    if not os.access(options.binary, os.X_OK):
        sys.exit("%s does not exist: build it first (make browser-checks does)" % options.binary)
    suite = Suite(os.path.join(ROOT, ".build", "browser", "failures"))
    folder, sites = temporary_folder(), {}
    try:
        for name, viewport in combinations(options):
            if name not in sites:
                sites[name] = Site(name, folder, behind_nginx=name == "nginx")
            for check in CHECKS:
                if is_wanted(check, viewport, options):
                    suite.run(check, sites[name], viewport)
    finally:
        for site in sites.values():
            site.stop()
        suite.stop()
        shutil.rmtree(folder, ignore_errors=True)
    suite.finish()


main()
