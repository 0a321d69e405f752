// The marks of a chart: axes, lines, areas, bars, targets and the cursor.
import { linear, px, timeTicks, valueTicks } from "./chart-scale.js";
import { svg } from "./dom.js";

const LABEL = 11.5;
const DASHES = ["", "7 4", "2 3", "9 3 2 3"];

/** The pattern of the line of series `index`: a second difference beside the colour. */
export const dashOf = (index) => DASHES[index % DASHES.length] || null;

/** The place of everything in a chart of `width` × `height` pixels. */
export function frameOf(
  { kind, xKind, series, format, axisFormat = format, unit },
  { rows, targets, bands },
  width,
  height,
) {
  const keys = series.map(({ key }) => key);
  const all = rows.flatMap((row) => keys.map((key) => row[key] ?? 0));
  const limits = [...targets.map(({ value }) => value), ...bands.map(({ to }) => to)];
  const largest = Math.max(0, ...all, ...limits.map((value) => value * 1.05));
  const steps = height < 140 ? 2 : 4;
  const values = valueTicks(largest, steps, unit);
  const widest = Math.max(...values.map((value) => axisFormat(value).length));
  const left = Math.ceil(widest * LABEL * 0.56) + 12;
  const frame = { left, right: width - 10, top: 10, bottom: height - 24, values, width, height };
  frame.y = linear(0, values.at(-1), frame.bottom, frame.top);
  if (xKind === "time") {
    const [from, to] = rows.length ? [rows[0].x, rows.at(-1).x] : [0, 1];
    frame.x = linear(from, to, frame.left, frame.right);
    frame.place = (index) => frame.x(rows[index].x);
    frame.moments = rows.length > 1 ? timeTicks(from, to, Math.max(2, Math.floor((frame.right - left) / 76))) : [];
  } else {
    frame.slot = (frame.right - left) / Math.max(1, rows.length);
    frame.place = (index) => left + frame.slot * (index + 0.5);
  }
  frame.isBar = kind === "bar";
  return frame;
}

/** The lines and labels of both axes. */
export function axes(frame, { format, axisFormat = format, xKind, xLabel }, rows) {
  const horizontal = frame.values.map((value) => [
    svg("line", {
      class: value === 0 ? "chart-base" : "chart-grid",
      x1: frame.left,
      x2: frame.right,
      y1: px(frame.y(value)),
      y2: px(frame.y(value)),
    }),
    svg(
      "text",
      { class: "chart-label", x: frame.left - 8, y: px(frame.y(value) + 4), "text-anchor": "end" },
      axisFormat(value),
    ),
  ]);
  const label = (x, text) =>
    svg("text", { class: "chart-label", x: px(x), y: frame.height - 6, "text-anchor": "middle" }, text);
  if (xKind === "time") {
    const inner = frame.moments.filter(
      (moment) => frame.x(moment) > frame.left + 8 && frame.x(moment) < frame.right - 14,
    );
    return [...horizontal.flat(), ...inner.map((moment) => label(frame.x(moment), xLabel(moment)))];
  }
  const every = [1, 2, 5, 7, 10, 15].find((step) => step * frame.slot >= 26) ?? 31;
  const vertical = rows.map((row, index) => index % every === 0 && label(frame.place(index), xLabel(row.x)));
  return [...horizontal.flat(), ...vertical];
}

/** The pieces of a line: a missing value interrupts it. */
function pieces(rows, key) {
  const result = [[]];
  rows.forEach((row, index) => {
    if (row[key] === null || row[key] === undefined) result.push([]);
    else result.at(-1).push(index);
  });
  return result.filter((piece) => piece.length);
}

/** The line of one series, with the area below it if `isArea`. */
export function lineMarks(frame, rows, { key }, index, isArea) {
  return pieces(rows, key).flatMap((piece) => {
    const points = piece.map((at) => `${px(frame.place(at))} ${px(frame.y(rows[at][key]))}`);
    const path = `M${points.join("L")}`;
    const last = piece.at(-1);
    const area =
      isArea &&
      piece.length > 1 &&
      `${path}L${px(frame.place(last))} ${frame.bottom}L${px(frame.place(piece[0]))} ${frame.bottom}Z`;
    const line =
      piece.length > 1
        ? svg("path", { class: `chart-line series-${index + 1}`, d: path, "stroke-dasharray": dashOf(index) })
        : svg("circle", {
            class: `chart-dot series-${index + 1}`,
            cx: frame.place(last),
            cy: frame.y(rows[last][key]),
            r: 2.5,
          });
    return [area && svg("path", { class: `chart-area series-${index + 1}`, d: area }), line];
  });
}

/** The bars of one series. */
export function barMarks(frame, rows, { key, tone = 1 }, selected) {
  const width = Math.max(2, Math.min(34, frame.slot * 0.72));
  return rows.map((row, at) => {
    if (!row[key]) return null;
    const top = Math.min(frame.y(row[key]), frame.bottom - 1.5);
    const radius = Math.min(3, width / 2, frame.bottom - top);
    const x = frame.place(at) - width / 2;
    const path =
      `M${px(x)} ${frame.bottom}V${px(top + radius)}Q${px(x)} ${px(top)} ${px(x + radius)} ${px(top)}` +
      `H${px(x + width - radius)}Q${px(x + width)} ${px(top)} ${px(x + width)} ${px(top + radius)}V${frame.bottom}Z`;
    return svg("path", { class: `chart-bar series-${tone}${row.x === selected ? " is-selected" : ""}`, d: path });
  });
}

/** Horizontal lines at targets, and ranges as bands. */
export function limitMarks(frame, targets, bands) {
  return [
    ...bands.map(({ from, to }) =>
      svg("rect", {
        class: "chart-band",
        x: frame.left,
        width: px(frame.right - frame.left),
        y: px(frame.y(to)),
        height: px(frame.y(from) - frame.y(to)),
      }),
    ),
    ...targets.map(({ value }) =>
      svg("line", {
        class: "chart-target",
        x1: frame.left,
        x2: frame.right,
        y1: px(frame.y(value)),
        y2: px(frame.y(value)),
      }),
    ),
  ];
}

/** The vertical line and the dots at row `at`. */
export function cursorMarks(frame, rows, series, at) {
  const x = px(frame.place(at));
  if (frame.isBar) {
    return [
      svg("rect", {
        class: "chart-column",
        x: px(x - frame.slot / 2),
        width: px(frame.slot),
        y: frame.top,
        height: frame.bottom - frame.top,
      }),
    ];
  }
  const dots = series.map(
    ({ key }, index) =>
      Number.isFinite(rows[at][key]) &&
      svg("circle", {
        class: `chart-dot series-${index + 1}`,
        cx: x,
        cy: px(frame.y(rows[at][key])),
        r: 4,
      }),
  );
  return [svg("line", { class: "chart-cursor", x1: x, x2: x, y1: frame.top, y2: frame.bottom }), ...dots];
}
