// The last 15 minutes of the server as plots.
import { chart } from "./chart.js";
import { clear, h } from "./dom.js";
import { bytes, count, milliseconds, number, shortTime, timeOfDay } from "./format.js";
import { notice, repeat } from "./widgets.js";

const WINDOW = 15 * 60_000;
const LATENCIES = [
  { key: "p50_ms", label: "50 %" },
  { key: "p95_ms", label: "95 %" },
  { key: "p99_ms", label: "99 %" },
];

const PLOTS = [
  { title: "Requests per second", kind: "area", series: ["requests_per_s"], format: number },
  { title: "Latency", kind: "line", series: LATENCIES, format: milliseconds },
  { title: "Open sockets", kind: "area", series: ["connections"], format: count, unit: "count" },
  { title: "Jobs in the queue", kind: "area", series: ["jobs_waiting"], format: count, unit: "count" },
  { title: "Loop lag", kind: "area", series: ["loop_lag_ms"], format: milliseconds },
  { title: "Memory", kind: "area", series: ["memory_bytes"], format: bytes, unit: "bytes" },
  { title: "Data folder", kind: "area", series: ["disk_used_bytes"], format: bytes, unit: "bytes" },
  { title: "Free disk", kind: "area", series: ["disk_free_bytes"], format: bytes, unit: "bytes" },
];

const seriesOf = ({ title, series }) =>
  series.map((one) => (typeof one === "string" ? { key: one, label: title } : one));

/** The figures above the plots: name, value, and a remark. */
function tiles(last) {
  const free = last.disk_free_bytes;
  const share = free === null || free === undefined ? undefined : last.disk_used_bytes / (last.disk_used_bytes + free);
  return [
    ["Requests a second", number(last.requests_per_s)],
    ["Latency, 95 %", milliseconds(last.p95_ms)],
    ["Open sockets", count(last.connections)],
    ["Jobs waiting", count(last.jobs_waiting)],
    ["Loop lag", milliseconds(last.loop_lag_ms)],
    ["Memory", bytes(last.memory_bytes)],
    [
      "Data folder",
      bytes(last.disk_used_bytes),
      share !== undefined && share >= 0.01 && `${number(share * 100)} % of the free space`,
    ],
    ["Disk free", bytes(free)],
  ].map(([label, value, remark]) =>
    h(
      "li",
      { class: "tile" },
      h("span", {}, label),
      h("strong", {}, value, remark && h("small", { class: "muted" }, remark)),
    ),
  );
}

export function plotsView(element, { api }) {
  let samples = [];
  let interval = 2;
  const problem = notice();
  const figures = h("ul", { class: "tiles is-eight", "aria-label": "Now" });
  const charts = PLOTS.map((plot) => {
    const made = chart({
      height: 150,
      ...plot,
      series: seriesOf(plot),
      xLabel: shortTime,
      xName: timeOfDay,
      onRead: (x) => charts.forEach((other) => other !== made && other.read(x)),
    });
    made.element.classList.add("card");
    return made;
  });
  const load = async () => {
    const since = samples.at(-1)?.time;
    const answer = await api.get(`/api/v1/admin/metrics${since ? `?since=${encodeURIComponent(since)}` : ""}`);
    interval = answer.interval_s;
    const fresh = answer.samples.map((sample) => ({ ...sample, x: Date.parse(sample.time) }));
    samples = [...samples, ...fresh];
    const newest = samples.at(-1)?.x ?? 0;
    samples = samples.filter(({ x }) => x > newest - WINDOW);
    clear(figures, tiles(samples.at(-1) ?? {}));
    const rows = withGaps(samples, interval * 1000);
    charts.forEach((one) => one.update({ rows }));
  };
  clear(
    element,
    problem.element,
    figures,
    h(
      "div",
      { class: "charts is-two" },
      charts.map((one) => one.element),
    ),
  );
  const polling = repeat(4, () => problem.guard(load));
  return () => {
    polling.stop();
    charts.forEach((one) => one.destroy());
  };
}

/** The samples, with an empty row where some are missing: a line must not cross a stop of the server. */
function withGaps(samples, interval) {
  return samples.flatMap((sample, index) => {
    const before = samples[index - 1];
    return before && sample.x - before.x > interval * 3 ? [{ x: before.x + interval }, sample] : [sample];
  });
}
