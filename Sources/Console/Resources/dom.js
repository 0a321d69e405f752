// Elements without markup: data becomes text or attributes, never HTML.

const SVG = "http://www.w3.org/2000/svg";

function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes ?? {})) {
    const isState = key.startsWith("aria-") && typeof value === "boolean";
    if (value === undefined || value === null || (value === false && !isState)) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "value" && "value" in made) made.value = value;
    else if (key === "class") made.setAttribute("class", [value].flat().filter(Boolean).join(" "));
    else made.setAttribute(key, value === true && !isState ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false && child !== ""));
  return made;
}

/**
 * Makes an element. Attributes that are undefined, null or false are omitted, except that `aria-` ones become "false"; `onclick` and the like are listeners;
 * children that are undefined, null, false or "" are omitted, arrays are flattened, the rest becomes text.
 */
export function h(tag, attributes, ...children) {
  // `value` of a select works only after its options exist.
  const { value, ...others } = attributes ?? {};
  const made = fill(document.createElement(tag), tag === "select" ? others : attributes, children);
  if (tag === "select" && value !== undefined) made.value = value;
  return made;
}

/** Makes an SVG element, as `h` does for HTML. */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Removes all children, then adds `children`. Returns the element. */
export function clear(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false && child !== ""));
  return element;
}

// Paths of 24 × 24 icons, drawn with strokes.
const ICONS = {
  sockets: "M4 9h13M13 5l4 4-4 4M20 15H7M11 11l-4 4 4 4",
  play: "M7 4.5v15l12-7.5z",
  diary: "M5 5h14v15H5zM5 10h14M9 3v4M15 3v4M9 14h2M13 14h2",
  operate: "M3 13h4l2-7 4 13 3-9 1.5 3H21",
  develop: "M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 4l-3 16",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  moon: "M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z",
  user: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5",
  keyboard: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M7 14h10",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  send: "M4 12l16-8-6 16-3-6.5z",
  pause: "M9 5v14M15 5v14",
  down: "M6 9l6 6 6-6",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  link: "M10 14l9-9M13 5h6v6M18 14v5H5V6h5",
  bolt: "M13 3L5 14h6l-1 7 8-11h-6z",
  redo: "M20 11a8 8 0 1 0-2.3 6.5M20 5v6h-6",
  save: "M6 4h12v16l-6-4-6 4z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  dots: "M5 12h.01M12 12h.01M19 12h.01",
  phone: "M8 3h8v18H8zM11.5 18h1",
  out: "M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9",
};

/** A decorative icon of the list above. */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, svg("path", { d: ICONS[name] ?? "" }));
}

/** A button with an icon, a visible label, or both. Options: `icon`, `kind` (`primary`, `quiet`, `danger`), `title`. */
export function button(label, onclick, { icon: name, kind, title, ...attributes } = {}) {
  return h("button", { type: "button", class: ["button", kind, !label && "square"], title, "aria-label": label ? undefined : title, onclick, ...attributes },
    name && icon(name), label && h("span", {}, label));
}

let fields = 0;

/** A label above a control. The control gets an id. */
export function field(label, control, hint) {
  control.id ||= `field-${++fields}`;
  const note = hint && h("small", { id: `${control.id}-hint`, class: "muted" }, hint);
  if (note) control.setAttribute("aria-describedby", note.id);
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control, note);
}

/** A select with options: texts, or `[value, text]`. */
export function select(options, value, onchange, attributes = {}) {
  const items = options.map((option) => [option].flat()).map(([key, text = key]) => h("option", { value: key }, text));
  return h("select", { ...attributes, value, onchange: onchange && ((event) => onchange(event.target.value)) }, items);
}

/** A table that scrolls sideways on small screens. `rows` are arrays of cells: texts or elements. */
export function table(caption, headings, rows, { empty = "Nothing here yet." } = {}) {
  if (!rows.length) return h("p", { class: "empty" }, empty);
  const head = h("thead", {}, h("tr", {}, headings.map((heading) => h("th", { scope: "col" }, heading))));
  const body = h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell) => h("td", { class: typeof cell === "number" && "number" }, typeof cell === "number" ? cell.toLocaleString("en") : cell)))));
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption }, h("table", {}, h("caption", { class: "hidden" }, caption), head, body));
}

/**
 * Shows a modal dialog; it closes on Escape, on a click outside, and by `close()`. The focus returns to where it was.
 * `body` is an element, a text, or a function that gets the `<dialog>`. With `confirm` (the label of a button) the promise
 * resolves to whether that button was used, otherwise to false. `kind`: `wide`.
 */
export function dialog({ title, body, confirm, danger, kind }) {
  const before = document.activeElement;
  const name = `dialog-${++fields}`;
  const made = h("dialog", { class: ["dialog", kind], "aria-labelledby": name });
  const shut = button("", () => made.close(), { icon: "close", kind: "quiet", title: "Close" });
  const question = confirm && h("p", { class: "actions" }, button("Cancel", () => made.close()),
    button(confirm, () => made.close("confirm"), { kind: danger ? "danger" : "primary" }));
  const content = typeof body === "function" ? body(made) : typeof body === "string" ? h("p", {}, body) : body;
  made.append(h("div", { class: "dialog-head" }, h("h2", { id: name }, title), shut), h("div", { class: "dialog-body" }, [content].flat(), question));
  made.addEventListener("click", (event) => { if (event.target === made) made.close(); });
  document.body.append(made);
  made.showModal();
  (made.querySelector("[autofocus]") ?? question?.firstChild)?.focus();
  return new Promise((resolve) => made.addEventListener("close", () => {
    made.remove();
    if (before?.isConnected) before.focus();
    resolve(made.returnValue === "confirm");
  }));
}

/** Shows a short message that screen readers announce. Kinds: `error`. A dialog covers it, so that it is shown inside. */
export function toast(text, kind) {
  const host = document.querySelector("dialog[open] .dialog-body") ?? document.getElementById("toasts");
  const made = h("p", { class: ["toast", kind], role: kind === "error" ? "alert" : undefined }, String(text));
  host.append(made);
  setTimeout(() => made.remove(), kind === "error" ? 8000 : 4000);
}

/** Runs an action and shows its error, if any, as a toast. Returns its result, or undefined. */
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    if (error?.name !== "AbortError") toast(error.message ?? error, "error");
  }
}

/**
 * Tabs by the ARIA pattern: arrow keys, Home and End move the selection. `items` are `{id, label, icon}`;
 * `show(id)` returns the content of a tab. Returns `{element, select}`.
 */
export function tabs(label, items, show, selected = items[0].id) {
  const name = `tabs-${++fields}`;
  const panel = h("div", { id: `${name}-panel`, role: "tabpanel", tabindex: "-1" });
  const buttons = items.map(({ id, label: text, icon: drawn }) => h("button", {
    type: "button", role: "tab", id: `${name}-${id}`, "aria-controls": panel.id, "data-id": id, onclick: () => choose(id) }, drawn && icon(drawn), h("span", {}, text)));
  function choose(id, isFocused) {
    for (const tab of buttons) {
      const isChosen = tab.dataset.id === id;
      tab.setAttribute("aria-selected", isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      if (isChosen) panel.setAttribute("aria-labelledby", tab.id);
      if (isChosen && isFocused) tab.focus();
    }
    clear(panel, show(id));
  }
  const list = h("div", { class: "tabs", role: "tablist", "aria-label": label, onkeydown: (event) => {
    const index = buttons.indexOf(document.activeElement);
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (target === undefined || index < 0) return;
    event.preventDefault();
    choose(items[(target + items.length) % items.length].id, true);
  } }, buttons);
  choose(items.some(({ id }) => id === selected) ? selected : items[0].id);
  return { element: h("div", { class: "tabbed" }, list, panel), select: choose };
}

/** A number of bytes for people. */
export function bytes(count) {
  if (count < 1000) return `${count} B`;
  const power = Math.min(3, Math.floor(Math.log10(count) / 3));
  return `${(count / 1000 ** power).toFixed(count / 1000 ** power < 10 ? 1 : 0)} ${["B", "kB", "MB", "GB"][power]}`;
}

/** The time of a moment in the local zone: `14:03:07.250`. */
export function clock(date, withMilliseconds = true) {
  const pad = (number, width = 2) => String(number).padStart(width, "0");
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
  return withMilliseconds ? `${time}.${pad(date.getMilliseconds(), 3)}` : time;
}
