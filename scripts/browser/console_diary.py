"""The panel Diary: a day and a month of meals against the targets of the account."""
import re

from audit import audit
from console import open_console
from processes import DEMO

MEAL = {"meal_type": "breakfast", "items": [{
    "food_name": "Porridge", "quantity": 300, "unit": "g", "calories": 320, "protein_g": 12, "carbs_g": 54, "fat_g": 6}]}


def diary_day(browser):
    """A day shows its meals and totals; saved targets appear beside them."""
    browser.site.request("POST", "/api/v1/meal-logs/batch", MEAL, token=browser.site.token("testuser2", "password"))
    open_console(browser, "diary", account="testuser2")
    browser.find(".diary-meal")
    browser.shows("Porridge", ".diary-meals")
    if not browser.all("field", "Energy, kcal"):
        browser.click("button", "Targets")
    browser.type("Energy, kcal", "2100")
    browser.type("Protein, g", "95")
    browser.click("button", "Save targets")
    browser.shows(re.compile(r"(left of|over) 2[, ]?100"), ".day-totals")
    audit(browser, "a day")
    title = browser.text(".diary-title")
    browser.click("button", "Previous day")
    browser.wait(lambda: browser.text(".diary-title") != title, "the day does not change")
    browser.find(".empty, .diary-meal")
    browser.click("button", "Next day")
    browser.shows("Porridge", ".diary-meals")


def diary_month(browser):
    """A month plots totals of each day against the targets; a day of the table opens."""
    browser.site.request("POST", "/api/v1/meal-logs/batch", MEAL, token=browser.site.token("testuser2", "password"))
    open_console(browser, "diary", account="testuser2")
    browser.click("button", "Month")
    browser.wait(lambda: len(browser.all(".charts svg")) >= 4, "the month has no charts")
    browser.find("button.link")
    audit(browser, "a month")
    first = browser.text(".diary-title")
    browser.click("button", "Previous month")
    browser.wait(lambda: browser.text(".diary-title") != first, "the month does not change")
    browser.click("button", "Today")
    browser.click("button.link")
    browser.shows("Porridge", ".diary-meals")
    audit(browser, "the day of a bar", dark=False)


def picture(browser):
    """The current month of a user with three months of meals."""
    open_console(browser, "diary", account=DEMO[0], password=DEMO[1])
    browser.click("button", "Month")
    browser.wait(lambda: len(browser.all(".charts svg")) >= 4, "the month has no charts")


CHECKS = [diary_day, diary_month]
