"""What every page must fulfil in every state that a check reaches."""
import os
import sys

_AXE = None

# Elements beyond the right edge that no ancestor scrolls or cuts off.
OVERFLOW = """
const width = arguments[0];
if (document.documentElement.scrollWidth <= width && document.body.scrollWidth <= width) return [];
const inside = (element) => {
  for (let node = element.parentElement; node && node !== document.body; node = node.parentElement)
    if (getComputedStyle(node).overflowX !== "visible" && node.getBoundingClientRect().right <= width + 1) return true;
  return false;
};
return ["page: " + document.documentElement.scrollWidth + " px"].concat([...document.body.querySelectorAll("*")]
  .filter((e) => e.getBoundingClientRect().right > width + 1 && e.checkVisibility() && !inside(e)).slice(0, 5)
  .map((e) => `${e.localName}${e.id && "#" + e.id}${[...e.classList].map((c) => "." + c).join("")}: `
    + Math.round(e.getBoundingClientRect().right) + " px"));
"""

RUN = """
const [context, options, done] = arguments;
axe.run(context ?? document, options).then((results) => done(results.violations.map(({ id, impact, nodes }) =>
  ({ id, impact, targets: nodes.slice(0, 4).map((node) => `${node.target.join(" ")} `
    + `(${node.any.concat(node.all, node.none).map((check) => check.message).join("; ").slice(0, 200)})`) }))),
  (error) => done([{ id: "axe", impact: "critical", targets: [String(error)] }]));
"""


def axe_source():
    """axe-core, from the wheel that setup installs."""
    global _AXE
    if _AXE is None:
        for folder in sys.path:
            path = os.path.join(folder, "axe_playwright_python", "axe.min.js")
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    _AXE = file.read()
                break
        assert _AXE, "axe-core is not installed: use scripts/browser-checks"
    return _AXE


def axe(browser, context=None, rules=None):
    """The serious and critical findings. - rules: only these."""
    if not browser.script("return Boolean(globalThis.axe)"):
        browser.script(axe_source())
    options = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": rules}
    found = browser.web.execute_async_script(RUN, context, options)
    return ["axe %s (%s): %s" % (v["id"], v["impact"], "; ".join(v["targets"])) for v in found
            if v["impact"] in ("serious", "critical")]


def overflow(browser):
    """Parts that are wider than the phone."""
    return ["wider than the screen: " + part for part in browser.script(OVERFLOW, browser.viewport["width"])]


def audit(browser, state, context=None, dark=True):
    """Fails if the page, in the state that the check has reached, breaks one of the rules.

    - context: the part of the page for axe; default: all of it.
    - dark: whether the contrast is also measured in the dark colour scheme.
    """
    found = axe(browser, context)
    if browser.viewport["mobile"]:
        found += overflow(browser)
    if dark:
        browser.scheme("dark")
        found += ["dark: " + text for text in axe(browser, context, ["color-contrast"])]
        browser.scheme("light")
    found += browser.problems()
    assert not found, "%s: %s" % (state, "\n      | ".join(dict.fromkeys(found)))
