// Shortcuts of single keys. They can be switched off (WCAG 2.1.4), and do nothing while a control takes text.
import { dialog, h } from "./dom.js";

const STORE = "hearth.console.shortcuts";
const known = new Map();

export const isEnabled = () => localStorage.getItem(STORE) !== "off";

/** Adds a shortcut until `signal` aborts. `key` is the value of `KeyboardEvent.key`. */
export function shortcut(key, label, action, signal) {
  const entry = { label, action };
  known.set(key, entry);
  signal?.addEventListener("abort", () => { if (known.get(key) === entry) known.delete(key); });
}

const takesText = (element) => element?.closest?.("input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]");

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || takesText(event.target)) return;
  if (document.querySelector("dialog[open]")) return;
  const entry = known.get(event.key);
  if (!entry || (!isEnabled() && event.key !== "?")) return;
  event.preventDefault();
  entry.action();
});

/** Shows all shortcuts of the page and of the open panel. */
export function showShortcuts() {
  dialog({ title: "Keyboard", body: () => [
    h("dl", { class: "keys" }, [...known].map(([key, { label }]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, label))),
      h("div", {}, h("dt", {}, h("kbd", {}, "Tab")), h("dd", {}, "Go to the next control")),
      h("div", {}, h("dt", {}, h("kbd", {}, "←"), " ", h("kbd", {}, "→")), h("dd", {}, "Change the tab")),
      h("div", {}, h("dt", {}, h("kbd", {}, "Esc")), h("dd", {}, "Close a dialog"))),
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: isEnabled(), onchange: (event) => {
      event.target.checked ? localStorage.removeItem(STORE) : localStorage.setItem(STORE, "off");
    } }), "Shortcuts of single keys"),
  ] });
}
