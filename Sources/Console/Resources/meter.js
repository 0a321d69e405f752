// A horizontal bar that compares a value with a target or a range.
import { h, svg } from "./dom.js";

/** A bar of `value` with a mark at `target` or a band `{from, to}`. The text beside it has the same content. */
export function meter({ label, value, text, detail, target, band, series = 1 }) {
  const end = Math.max(value, (target ?? band?.to ?? value) * 1.15, 1);
  const width = (part) => `${Math.min(100, (part / end) * 100).toFixed(2)}%`;
  const limit = target ?? null;
  return h(
    "div",
    { class: "meter" },
    h("div", { class: "meter-text" }, h("span", {}, label), h("strong", {}, text)),
    svg(
      "svg",
      { width: "100%", height: 14, "aria-hidden": "true" },
      svg("rect", { class: "meter-track", width: "100%", height: 8, y: 3, rx: 4 }),
      band &&
        svg("rect", {
          class: "meter-band",
          x: width(band.from),
          width: width(band.to - band.from),
          height: 14,
          rx: 2,
        }),
      svg("rect", { class: `meter-bar series-${series}`, width: width(value), height: 8, y: 3, rx: 4 }),
      limit !== null && svg("rect", { class: "meter-target", x: width(limit), width: 3, height: 14, rx: 1 }),
    ),
    detail && h("small", { class: "muted" }, detail),
  );
}

/** One bar that consists of parts: [{label, value, text, tone}]; tone 1 to 4 is the colour. */
export function parts(label, list) {
  const sum = list.reduce((total, { value }) => total + value, 0);
  let start = 0;
  const bars = list.map(({ value, tone }) => {
    const share = sum ? (value / sum) * 100 : 0;
    start += share;
    return svg("rect", {
      class: `meter-bar series-${tone}`,
      x: `${(start - share).toFixed(2)}%`,
      width: `${Math.max(0, share - 0.4).toFixed(2)}%`,
      height: 14,
      rx: 2,
    });
  });
  return h(
    "div",
    { class: "meter" },
    h("div", { class: "meter-text" }, h("span", {}, label)),
    svg(
      "svg",
      { width: "100%", height: 14, "aria-hidden": "true" },
      sum ? bars : svg("rect", { class: "meter-track", width: "100%", height: 14, rx: 2 }),
    ),
    h(
      "ul",
      { class: "chart-legend" },
      list.map(({ label: name, value, text, tone }) =>
        h(
          "li",
          {},
          h("i", { class: `chart-key series-${tone}` }),
          `${name} ${text}`,
          sum ? `, ${Math.round((value / sum) * 100)} %` : "",
        ),
      ),
    ),
  );
}
