"""Runs checks and reports their results."""
import os
import re
import signal
import time
import traceback

from driver import Browser

# Seconds for one check; the alarm also ends a wait for a browser that does not answer.
CHECK_LIMIT = 180


class TimedOut(Exception):
    """A check did not end in time."""


class Suite:
    """Runs checks one after another, each in a tab of its own, and keeps a screenshot of each failure."""

    def __init__(self, folder):
        self.folder = folder
        self.browser = None
        self.passed = self.failed = 0

    def run(self, check, site, viewport):
        started = time.monotonic()
        signal.signal(signal.SIGALRM, out_of_time)
        signal.alarm(CHECK_LIMIT)
        try:
            self.browser = self.browser or Browser()
            self.browser.start(site, viewport)
            detail, verdict = check(self.browser), "pass"
            problems = self.browser.problems()
            assert not problems, "; ".join(problems)
            self.passed += 1
        except Exception as error:  # the other checks still run
            detail, verdict = "%s: %s" % (type(error).__name__, brief(error)), "FAIL"
            self.failed += 1
            if not isinstance(error, AssertionError):
                traceback.print_exc()
        finally:
            signal.alarm(0)
        seconds = time.monotonic() - started
        place = "%s, %s" % (viewport["name"], site.name)
        print("%s  %-28s %-16s %5.1f s  %s" % (verdict, check.__name__, place, seconds, detail or ""), flush=True)
        if verdict == "FAIL":
            self.keep("%s-%s-%s" % (check.__name__, viewport["name"], site.name), site)
            self.stop()

    def keep(self, name, site):
        """Stores what explains a failure, and names the folder."""
        folder = os.path.join(self.folder, re.sub(r"[^\w-]", "-", name))
        os.makedirs(folder, exist_ok=True)
        signal.alarm(30)
        try:
            if self.browser:
                self.browser.web.save_screenshot(os.path.join(folder, "screenshot.png"))
                self.browser.read_logs()
                write(folder, "console.log", "\n".join(self.browser.console))
                write(folder, "page.html", self.browser.web.page_source)
                write(folder, "address", self.browser.web.current_url)
        except Exception as error:  # a browser that has crashed tells nothing more
            write(folder, "browser-error", str(error))
        finally:
            signal.alarm(0)
        write(folder, "server.log", site.hearth.log)
        print("      | see %s" % os.path.relpath(folder), flush=True)

    def stop(self):
        """Ends the browser. The next check starts a new one."""
        if self.browser:
            try:
                self.browser.quit()
            except Exception:  # it has crashed
                pass
        self.browser = None


def out_of_time(*_):
    raise TimedOut("%d s are over" % CHECK_LIMIT)


def brief(error):
    """The message of an error without the addresses in the program of the driver."""
    return str(error).partition("Stacktrace:")[0].strip()


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)
