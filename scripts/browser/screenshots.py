"""Writes docs/images/NAME.png, for the console also NAME-dark.png."""
import os
import shutil
import subprocess
import sys

import console_diary
import console_operate
import console_play
import console_sockets
from driver import Browser
from processes import ROOT, Site, temporary_folder

FOLDER = os.path.join(ROOT, "docs", "images")
MAX_BYTES = 200_000
SCREEN = {"name": "screenshots", "width": 1280, "height": 800, "mobile": False, "deviceScaleFactor": 1.5}


def swagger(browser):
    browser.open("/swagger/index.html#/Meal%20logs/logMealInWords")
    browser.find(".opblock.is-open .opblock-body")


def sockets(browser):
    browser.open("/docs/sockets#%2Fws%2Fmeal-logs%20server.connected")
    browser.find("details[open] table")
    browser.script("document.getElementById('/ws/meal-logs').scrollIntoView()")


PICTURES = {
    "swagger": (swagger, False), "sockets": (sockets, False),
    "console-sockets": (console_sockets.picture, True), "console-play": (console_play.picture, True),
    "console-diary": (console_diary.picture, True), "console-operate": (console_operate.picture, True),
}


def write(browser, name):
    """Stores the page as a picture with at most 256 colours."""
    browser.script("document.activeElement?.blur()")
    file = os.path.join(FOLDER, name + ".png")
    browser.web.save_screenshot(file)
    # Without the time of the picture: equal pages give equal files.
    subprocess.run(["pngquant", "--force", "--strip", "--speed", "1", "--output", file, "256", file], check=True)
    size = os.path.getsize(file)
    print("docs/images/%s.png  %d kB" % (name, size / 1000), flush=True)
    if size > MAX_BYTES:
        sys.exit("%s is larger than %d bytes" % (file, MAX_BYTES))


def main():
    names = sys.argv[1:] or list(PICTURES)
    if unknown := set(names) - set(PICTURES):
        sys.exit("unknown: %s; there are %s" % (", ".join(sorted(unknown)), ", ".join(PICTURES)))
    os.makedirs(FOLDER, exist_ok=True)
    folder, browser, site = temporary_folder(), Browser(), None
    try:
        site = Site("screenshots", folder, demo=True)
        for name in names:
            prepare, is_themed = PICTURES[name]
            for scheme in ["light", "dark"] if is_themed else ["light"]:
                browser.start(site, SCREEN)
                browser.scheme(scheme)
                prepare(browser)
                write(browser, name if scheme == "light" else name + "-dark")
    finally:
        browser.quit()
        if site:
            site.stop()
        shutil.rmtree(folder, ignore_errors=True)


main()
