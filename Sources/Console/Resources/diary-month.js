// A month of the diary: totals of each day plotted against the targets.
import { chart } from "./chart.js";
import { h } from "./dom.js";
import { figures } from "./diary-targets.js";
import { count, counted, shortDayName } from "./format.js";

/** The days of a month as dates, "2026-11-01" to "2026-11-30". */
function daysOf(month) {
  const [year, number] = month.split("-").map(Number);
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length }, (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`);
}

/** Charts and a table of a month. `open(day)` shows a day. */
export async function monthView(api, month, targets, open) {
  const days = daysOf(month);
  const { days: logged } = await api.get(`/api/v1/meal-logs/summary?from=${days[0]}&to=${days.at(-1)}&timezone=UTC`);
  const byDate = new Map(logged.map((day) => [day.date.slice(0, 10), day]));
  const list = figures(targets);
  const charts = list.map((figure, index) => monthChart(figure, index + 1, days, byDate, open));
  charts.forEach((one) => {
    one.options.onRead = (x) => charts.forEach((other) => other !== one && other.chart.read(x));
  });
  return {
    element: h(
      "div",
      { class: "month" },
      h(
        "p",
        {},
        logged.length
          ? `${counted(logged.length, "day")} with meals. Select a bar to open its day.`
          : "No meals in this month.",
      ),
      h(
        "div",
        { class: "charts is-two" },
        charts.map((one) => one.chart.element),
      ),
      logged.length > 0 && dayTable(logged, list, open),
    ),
    destroy: () => charts.forEach((one) => one.chart.destroy()),
  };
}

function monthChart({ key, label, format, axis, target, band }, tone, days, byDate, open) {
  const values = [...byDate.values()].map((day) => day[key]);
  const mean = values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
  const at = (number) => days[number - 1];
  const options = { onRead: null };
  const made = chart({
    title: label,
    kind: "bar",
    xKind: "day",
    series: [{ key, label, tone }],
    height: 200,
    format: whole(format),
    axisFormat: axis,
    xLabel: String,
    xName: (x) => shortDayName(at(x)),
    onSelect: (row) => open(at(row.x)),
    onRead: (x) => options.onRead?.(x),
  });
  made.element.classList.add("card");
  made.update({
    rows: days.map((day, index) => ({ x: index + 1, [key]: byDate.get(day)?.[key] ?? null })),
    targets: target ? [{ label: "Target", value: target }] : [],
    bands: band ? [{ label: "Range", ...band }] : [],
    note: mean === null ? "no meals" : `mean ${format(Math.round(mean))}`,
  });
  return { chart: made, options };
}

/** A format without decimals. */
const whole = (format) => (value) => (value === null || value === undefined ? "–" : format(Math.round(value)));

function dayTable(logged, list, open) {
  const rows = [...logged].reverse().map((day) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h(
          "button",
          { type: "button", class: "link", onclick: () => open(day.date.slice(0, 10)) },
          shortDayName(day.date.slice(0, 10)),
        ),
      ),
      h("td", { class: "number" }, count(day.meal_count)),
      list.map(({ key, format }) => h("td", { class: "number" }, format(day[key]))),
    ),
  );
  return h(
    "section",
    { class: "card", "aria-label": "Days" },
    h("h3", {}, "Days"),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Totals of the days" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Day"),
            h("th", { scope: "col", class: "number" }, "Meals"),
            list.map(({ label }) => h("th", { scope: "col", class: "number" }, label)),
          ),
        ),
        h("tbody", {}, rows),
      ),
    ),
  );
}
