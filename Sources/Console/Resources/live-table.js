// A table that follows a list: rows keep their place in the focus order while their cells change.
import { button, clear, h } from "./dom.js";
import { count } from "./format.js";

/**
 * Makes a table.
 * @param {object} options `label`; `columns`: [{title, cell(row), isNumber, depends(row)}]; `key(row)`; `empty`: text.
 *   `cell` returns text or an element. An element is made again only if `depends(row)` (the row's JSON if absent)
 *   changed, with `current()` as second argument, which returns the newest row.
 * @returns {{element, update(rows)}}
 */
export function liveTable({ label, columns, key, empty }) {
  const known = new Map();
  const body = h("tbody");
  const head = columns.map(({ title, isNumber, isAction }) =>
    h(
      "th",
      { scope: "col", class: isNumber ? "number" : null },
      isAction ? h("span", { class: "hidden" }, title) : title,
    ),
  );
  const nothing = h("p", { class: "empty", hidden: true }, empty);
  const container = h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    h("table", {}, h("thead", {}, h("tr", {}, head)), body),
  );

  const made = (row) => {
    const entry = { row, shown: [] };
    entry.cells = columns.map(({ isNumber, isAction, isWide }) =>
      h("td", { class: isNumber ? "number" : isAction ? "row-actions" : isWide ? "wide" : null }),
    );
    entry.element = h("tr", {}, entry.cells);
    return entry;
  };
  const refresh = (entry) =>
    columns.forEach((column, index) => {
      const state = column.depends ? String(column.depends(entry.row)) : JSON.stringify(entry.row);
      if (entry.shown[index] === state) return;
      entry.shown[index] = state;
      const content = column.cell(entry.row, () => entry.row);
      clear(entry.cells[index], content === null || content === undefined || content === "" ? "–" : content);
    });

  const element = h("div", { class: "list" }, container, nothing);
  return {
    element,
    update(rows) {
      element.classList.toggle("is-empty", rows.length === 0);
      nothing.hidden = rows.length > 0;
      container.hidden = rows.length === 0;
      const present = new Set(rows.map(key));
      for (const [id, entry] of known) {
        if (present.has(id)) continue;
        entry.element.remove();
        known.delete(id);
      }
      rows.forEach((row, index) => {
        const entry = known.get(key(row)) ?? made(row);
        entry.row = row;
        known.set(key(row), entry);
        refresh(entry);
        if (body.children[index] !== entry.element) body.insertBefore(entry.element, body.children[index] ?? null);
      });
    },
  };
}

/** Buttons between the pages of a list. `change(offset)` loads the page. */
export function pager(limit, change) {
  let offset = 0;
  const move = (by) => {
    offset = Math.max(0, offset + by);
    change(offset);
  };
  const previous = button("Previous", () => move(-limit));
  const next = button("Next", () => move(limit));
  const position = h("span", { class: "muted" });
  const element = h("nav", { class: "pager", "aria-label": "Pages" }, previous, position, next);
  return {
    element,
    get query() {
      return `limit=${limit}&offset=${offset}`;
    },
    reset() {
      offset = 0;
    },
    update(shown, total) {
      element.hidden = offset === 0 && shown >= (total ?? shown);
      position.textContent = shown
        ? `${count(offset + 1)} to ${count(offset + shown)} of ${count(total)}`
        : "No rows here";
      previous.disabled = offset === 0;
      next.disabled = offset + shown >= (total ?? 0);
    },
  };
}
