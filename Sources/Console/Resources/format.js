// Numbers, sizes and times as text.

const LOCALE = "en-GB";
const plain = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const hourMinute = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit" });
const clock = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const full = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "medium" });
const utcHourMinute = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
const utcDay = new Intl.DateTimeFormat(LOCALE, {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const utcShortDay = new Intl.DateTimeFormat(LOCALE, {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});
const utcMonth = new Intl.DateTimeFormat(LOCALE, { month: "long", year: "numeric", timeZone: "UTC" });

const isKnown = (value) => value !== null && value !== undefined && !Number.isNaN(value);
const dash = "–";

/** A number with at most one decimal below 100, and none above. */
export const number = (value) => (isKnown(value) ? (Math.abs(value) < 100 ? precise : plain).format(value) : dash);

/** A whole number with separators. */
export const count = (value) => (isKnown(value) ? plain.format(value) : dash);

/** A number of things: "1 job", "2 jobs". */
export const counted = (value, one, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`;

export const grams = (value) => (isKnown(value) ? `${number(value)} g` : dash);

export const kilocalories = (value) => (isKnown(value) ? `${plain.format(value)} kcal` : dash);

/** A size in binary units (IEC 80000-13). */
export function bytes(value) {
  if (!isKnown(value)) return dash;
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  const power = value < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(value) / 10));
  const scaled = value / 1024 ** power;
  return `${(scaled < 10 && power > 0 ? precise : plain).format(scaled)} ${units[power]}`;
}

/** Milliseconds: "0.4 ms", "250 ms", "3.2 s". */
export function milliseconds(value) {
  if (!isKnown(value)) return dash;
  if (value >= 1000) return `${precise.format(value / 1000)} s`;
  return `${value < 10 ? Number(value.toPrecision(2)) : plain.format(value)} ms`;
}

/** Seconds as the two largest units: "3 d 4 h", "2 min 5 s". */
export function duration(seconds) {
  if (!isKnown(seconds)) return dash;
  const total = Math.abs(Math.round(seconds));
  const parts = [
    [Math.floor(total / 86400), "d"],
    [Math.floor(total / 3600) % 24, "h"],
    [Math.floor(total / 60) % 60, "min"],
    [total % 60, "s"],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  if (first < 0) return "0 s";
  const text = parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`);
  return (seconds < 0 ? "−" : "") + text.join(" ");
}

const formatted = (formatter) => (time) => {
  const date = time === null || time === undefined ? new Date(NaN) : new Date(time);
  return Number.isNaN(date.getTime()) ? dash : formatter.format(date);
};

/** The time of day in the zone of the browser. */
export const timeOfDay = formatted(clock);
export const shortTime = formatted(hourMinute);
/** Date and time in the zone of the browser. */
export const dateTime = formatted(full);

/** Times of the diary are UTC, as are the days of the server's summary. */
export const utcTime = formatted(utcHourMinute);
export const dayName = formatted(utcDay);
export const shortDayName = formatted(utcShortDay);
export const monthName = formatted(utcMonth);
