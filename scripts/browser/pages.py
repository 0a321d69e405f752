"""The pages about the API: home, Swagger UI, sockets."""
import re

from selenium.webdriver.common.keys import Keys

from audit import audit


def home_page(browser):
    """The page / shows version and health, and its links lead to the other pages."""
    browser.open("/")
    browser.shows("Health: ready")
    audit(browser, "home")
    version = re.search(r"Version (\S+)\.", browser.text()).group(1)
    for link, path in [("WebSockets", "/docs/sockets"), ("REST API", "/swagger/index.html")]:
        browser.click("link", link)
        browser.wait(lambda: browser.path.startswith(path), "the link %s does not lead to %s" % (link, path))
        browser.web.back()
        browser.find("heading", "Hearth")
    return "version %s" % version


def short_addresses(browser):
    """/swagger, /swagger/ and /docs lead to pages, below the base path."""
    for typed, path in [
        ("/swagger", "/swagger/index.html"), ("/swagger/", "/swagger/index.html"), ("/docs", "/"), ("/docs/", "/"),
    ]:
        browser.open(typed)
        found = browser.path.partition("#")[0]
        assert found == path, "%s leads to %s" % (typed, found)


def swagger_page(browser):
    """Swagger UI lists the operations, filters them by group, and loads nothing from elsewhere."""
    browser.open("/swagger/index.html")
    if is_plain(browser):
        return plain_reference(browser)
    # Swagger UI shows a part of many operations only.
    browser.find(".opblock")
    browser.type("Filter by group", "Meal logs")
    browser.find("[id$=logMealInWords].opblock")
    browser.wait(lambda: len(browser.all(".opblock-tag")) == 1, "the filter does not leave one group")
    count = len(browser.all(".opblock"))
    # One group has every kind of element; the whole page takes axe many seconds.
    audit(browser, "Swagger UI", dark=False)
    return "%d operations" % count


def swagger_deep_link(browser):
    """The address of an operation opens it, also after a reload."""
    browser.open("/swagger/index.html#/Meal%20logs/logMealInWords")
    if is_plain(browser):
        browser.open("/swagger/index.html#logMealInWords")
        browser.reload()
        browser.find("details#logMealInWords[open]")
        return "plain page"
    browser.find(".opblock.is-open[id$=logMealInWords] .opblock-body")
    browser.reload()
    browser.find(".opblock.is-open[id$=logMealInWords] .opblock-body")
    audit(browser, "an open operation", ".opblock.is-open", dark=False)


def swagger_try_it_out(browser):
    """A request without a token, one with a token, and after a reload a meal logged with the same token."""
    browser.open("/swagger/index.html#/Meal%20logs/listMealLogs")
    if is_plain(browser):
        return "plain page: skipped"
    browser.allow(r"status of 401")
    block = open_block(browser, "listMealLogs")
    execute(browser, block, 401)
    browser.click("button.btn.authorize")
    dialog = browser.find(".modal-ux")
    field = browser.find("#auth-bearer-value", scope=dialog)
    field.send_keys(browser.site.token())
    audit(browser, "the dialog for tokens", ".modal-ux", dark=False)
    browser.click("button.authorize[type=submit]", scope=field.find_element("xpath", "./ancestor::form"))
    browser.find("button", re.compile("^(Remove authorization|Logout)$", re.I), scope=dialog)
    browser.click("button.btn-done")
    execute(browser, block, 200)
    audit(browser, "a response", ".opblock.is-open", dark=False)

    browser.open("/swagger/index.html#/Meal%20logs/logMealInWords")
    browser.reload()
    answer = execute(browser, open_block(browser, "logMealInWords"), 201)
    assert "processing" in answer, answer[:300]


def sockets_page(browser):
    """The page of the sockets shows each path, filters messages, and opens the one that the address names."""
    browser.open("/docs/sockets")
    browser.find("heading", "/ws/meal-logs")
    paths = [heading.text for heading in browser.all("h2")]
    assert len(paths) >= 6, paths
    count = len(browser.all("summary"))
    audit(browser, "sockets")
    browser.type("Filter", "meal_log.completed")
    browser.wait(lambda: 0 < len(browser.all("summary")) < count / 4, "the filter shows everything")
    browser.all("summary")[0].send_keys(Keys.ENTER)
    browser.find("details[open] table")
    audit(browser, "an open message", "details[open]")
    assert "#" in browser.path, "the address does not name the open message"
    browser.reload()
    browser.find("details[open] table")
    return "%d paths, %d messages" % (len(paths), count)


# MARK: Swagger UI

def is_plain(browser):
    """Whether the program was built without Swagger UI."""
    return bool(browser.wait(lambda: browser.all(".swagger-ui, details summary"), "the page stays empty")) \
        and not browser.all(".swagger-ui")


def plain_reference(browser):
    """The page without Swagger UI."""
    count = len(browser.all("summary"))
    browser.type("Filter", "natural")
    browser.wait(lambda: 0 < len(browser.all("summary")) < count / 4, "the filter shows everything")
    audit(browser, "plain reference", "details:not([hidden])")
    return "plain page, %d operations" % count


def open_block(browser, operation):
    """The open part of an operation, ready to be tried."""
    # Swagger UI shows a part of many operations only, and makes their elements anew when the page scrolls.
    browser.type("Filter by group", "Meal logs")
    browser.wait(lambda: len(browser.all(".opblock-tag")) == 1, "the filter does not leave one group")
    selector = ".opblock.is-open[id$=%s]" % operation
    browser.find(selector + " .execute")
    return browser.find(selector)


def execute(browser, block, status):
    """Sends the request. Returns the text of the response, which must have `status`."""
    browser.click("button.execute", scope=block)
    browser.wait(lambda: str(status) in [
        cell.text.split("\n")[0] for cell in browser.all(".live-responses-table .response-col_status", scope=block)],
        "no response with %d" % status)
    return browser.find(".live-responses-table .response .response-col_description pre", scope=block).text


CHECKS = [home_page, short_addresses, swagger_page, swagger_deep_link, swagger_try_it_out, sockets_page]
