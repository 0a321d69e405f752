// Charts as SVG: lines, areas and bars with a read-out for pointer and keyboard, and a table with the same values.
import { clear, h, svg } from "./dom.js";
import { number } from "./format.js";
import { legendEntries, valueTable } from "./chart-legend.js";
import { axes, barMarks, cursorMarks, frameOf, limitMarks, lineMarks } from "./chart-marks.js";

/**
 * Makes a chart.
 * @param {object} options
 *   `title`; `kind`: "line", "area" or "bar"; `series`: [{key, label, tone}], tone 1 to 4 is the colour of bars;
 *   `format(value)` → text; `axisFormat` of the labels; `xKind`: "time" (milliseconds) or "day"; `xLabel(x)` for the
 *   axis; `xName(x)` for the read-out; `unit`: "bytes", "count" or none; `height` in pixels; `onSelect(row)`: Enter or
 *   a click; `onRead(x)`: the value that the pointer is at, or null.
 * @returns {{element, update, read, destroy}} `update({rows, targets, bands, selected, note})`: rows {x, KEY: value or
 *   null}, ascending in x; targets [{label, value}]; bands [{label, from, to}]; `selected`: the x of a bar; `note`: text
 *   beside the title, the last value if absent. `read(x)` shows the cursor at x, or none for null.
 */
export function chart(options) {
  return new Chart({ kind: "line", xKind: "time", format: number, xLabel: String, height: 190, ...options }).interface;
}

class Chart {
  constructor(options) {
    this.options = { ...options, xName: options.xName ?? options.xLabel };
    this.data = { rows: [], targets: [], bands: [] };
    this.at = null;
    this.tip = h("div", { class: "chart-tip", "aria-hidden": "true", hidden: true });
    this.picture = svg("svg", { height: options.height, width: "100%", "aria-hidden": "true", focusable: "false" });
    this.cursor = svg("g");
    this.latest = h("span", { class: "chart-latest" });
    this.legend = h("ul", { class: "chart-legend" });
    this.plot = h(
      "div",
      {
        class: "chart-plot",
        role: "slider",
        tabindex: "0",
        "aria-label": `${options.title}: read values`,
        "aria-valuemin": "0",
        "aria-valuemax": "0",
        "aria-valuenow": "0",
        "aria-valuetext": "no values",
        onkeydown: (event) => this.pressed(event),
        onpointermove: (event) => this.pointed(event),
        onpointerdown: (event) => this.pointed(event),
        onpointerleave: (event) => event.pointerType === "mouse" && this.show(null),
        onblur: () => this.show(null),
        onclick: () => this.selected(),
      },
      this.picture,
      this.tip,
    );
    this.table = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `${options.title}: values` });
    this.details = h(
      "details",
      { class: "chart-values", ontoggle: () => this.fillTable() },
      h("summary", {}, "Values as a table"),
      this.table,
    );
    this.element = h(
      "figure",
      { class: "chart" },
      h("figcaption", {}, h("span", { class: "chart-title" }, options.title), this.legend, this.latest),
      this.plot,
      this.details,
    );
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.plot);
  }

  get interface() {
    return {
      element: this.element,
      update: (data) => this.update(data),
      read: (x) => this.show(x === null ? null : this.nearest(x), false),
      destroy: () => this.observer.disconnect(),
    };
  }

  update(data) {
    const x = this.at === null ? null : this.data.rows[this.at]?.x;
    this.data = { targets: [], bands: [], ...data };
    this.at = x === null || x === undefined || !this.data.rows.length ? null : this.nearest(x);
    const { series, format, kind } = this.options;
    const last = this.data.rows.at(-1);
    clear(
      this.latest,
      this.data.note ?? (last && series.length === 1 && kind !== "bar" ? format(last[series[0].key]) : ""),
    );
    const entries = legendEntries(this.options, this.data);
    clear(this.legend, entries);
    this.legend.hidden = entries.length === 0;
    this.plot.setAttribute("aria-valuemax", String(Math.max(0, this.data.rows.length - 1)));
    this.describe(this.at ?? Math.max(0, this.data.rows.length - 1));
    this.draw();
    this.fillTable();
  }

  draw() {
    const width = this.plot.clientWidth;
    if (!width) return;
    const { options, data } = this;
    this.frame = frameOf(options, data, width, options.height);
    const marks =
      options.kind === "bar"
        ? barMarks(this.frame, data.rows, options.series[0], data.selected)
        : options.series.flatMap((one, index) => lineMarks(this.frame, data.rows, one, index, options.kind === "area"));
    const parts = [
      limitMarks(this.frame, data.targets, data.bands),
      axes(this.frame, options, data.rows),
      this.cursor,
      marks,
    ];
    // Target lines lie over the bars: a full bar would hide them.
    if (options.kind === "bar") parts.push(limitMarks(this.frame, data.targets, []));
    this.picture.replaceChildren(...parts.flat().filter(Boolean));
    this.drawCursor();
  }

  nearest(x) {
    let best = 0;
    this.data.rows.forEach((row, index) => {
      if (Math.abs(row.x - x) < Math.abs(this.data.rows[best].x - x)) best = index;
    });
    return best;
  }

  pointed(event) {
    const { rows } = this.data;
    if (!this.frame || !rows.length) return;
    const x = event.clientX - this.plot.getBoundingClientRect().left;
    let best = 0;
    for (let index = 1; index < rows.length; index++) {
      if (Math.abs(this.frame.place(index) - x) < Math.abs(this.frame.place(best) - x)) best = index;
    }
    this.show(best);
  }

  pressed(event) {
    const last = this.data.rows.length - 1;
    if (last < 0) return;
    const from = this.at ?? last;
    const steps = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      ArrowDown: from - 1,
      ArrowUp: from + 1,
      PageDown: from - 10,
      PageUp: from + 10,
      Home: 0,
      End: last,
    };
    if (event.key === "Escape") this.show(null);
    else if (event.key === "Enter") this.selected();
    else if (event.key in steps)
      this.show(
        Math.min(last, Math.max(0, this.at === null && event.key.startsWith("Arrow") ? last : steps[event.key])),
      );
    else return;
    event.preventDefault();
  }

  selected() {
    if (this.at !== null) this.options.onSelect?.(this.data.rows[this.at]);
  }

  show(at, isReported = true) {
    if (at === this.at) return;
    this.at = at;
    if (at !== null) this.describe(at);
    this.drawCursor(isReported);
    if (isReported) this.options.onRead?.(at === null ? null : this.data.rows[at].x);
  }

  describe(at) {
    const row = this.data.rows[at];
    const text = row
      ? `${this.options.xName(row.x)}: ${this.values(row)
          .map(([label, value]) => `${label} ${value}`)
          .join(", ")}`
      : "no values";
    this.plot.setAttribute("aria-valuenow", String(Math.max(0, at)));
    this.plot.setAttribute("aria-valuetext", text);
  }

  values(row) {
    return this.options.series.map(({ key, label }) => [label, this.options.format(row[key])]);
  }

  drawCursor(hasTip = true) {
    const {
      at,
      frame,
      data: { rows },
    } = this;
    const isShown = at !== null && frame && rows[at];
    this.cursor.replaceChildren(...(isShown ? cursorMarks(frame, rows, this.options.series, at).filter(Boolean) : []));
    this.tip.hidden = !isShown || !hasTip;
    if (this.tip.hidden) return;
    clear(
      this.tip,
      h("strong", {}, this.options.xName(rows[at].x)),
      this.values(rows[at]).map(([label, value], index) =>
        h(
          "span",
          {},
          h("i", { class: `chart-key series-${this.options.series[index].tone ?? index + 1}` }),
          label,
          h("b", {}, value),
        ),
      ),
    );
    const x = frame.place(at);
    const isLeft = x > frame.width / 2;
    this.tip.style.left = isLeft ? "auto" : `${x + 12}px`;
    this.tip.style.right = isLeft ? `${frame.width - x + 12}px` : "auto";
  }

  fillTable() {
    if (this.details.open) clear(this.table, valueTable(this.options, this.data));
  }
}
