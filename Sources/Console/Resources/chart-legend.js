// The texts of a chart: its legend, and its values as a table.
import { dashOf } from "./chart-marks.js";
import { h, svg } from "./dom.js";

const sample = (mark) => svg("svg", { width: 22, height: 10, "aria-hidden": "true" }, mark);

/** The entries of the legend: series if there are several, targets and bands. */
export function legendEntries({ series, format }, { rows, targets, bands }) {
  const last = rows.at(-1);
  const line = { x1: 0, x2: 22, y1: 5, y2: 5 };
  const lines =
    series.length > 1
      ? series.map(({ key, label }, index) => [
          svg("line", { ...line, class: `chart-line series-${index + 1}`, "stroke-dasharray": dashOf(index) }),
          [label, last && h("b", {}, format(last[key]))],
        ])
      : [];
  const limits = targets.map(({ label, value }) => [
    svg("line", { ...line, class: "chart-target" }),
    `${label} ${format(value)}`,
  ]);
  const ranges = bands.map(({ label, from, to }) => [
    svg("rect", { class: "chart-band", width: 22, height: 10 }),
    `${label} ${format(from)} to ${format(to)}`,
  ]);
  return [...lines, ...limits, ...ranges].map(([mark, label]) => h("li", {}, sample(mark), label));
}

/** All values of a chart. */
export function valueTable({ series, xName, xKind, format }, { rows }) {
  const head = [xKind === "time" ? "Time" : "Day", ...series.map(({ label }) => label)];
  const line = (row) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, xName(row.x)),
      series.map(({ key }) => h("td", { class: "number" }, format(row[key]))),
    );
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head.map((title, index) => h("th", { scope: "col", class: index > 0 && "number" }, title)),
      ),
    ),
    h("tbody", {}, rows.map(line)),
  );
}
