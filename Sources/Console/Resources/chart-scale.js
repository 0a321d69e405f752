// Scales of the charts: rounded ticks and places in pixels.

/**
 * Rounded values from 0 to at least `maximum`, about `count` steps.
 * `unit` "bytes": steps are powers of two. `unit` "count": steps are whole numbers.
 */
export function valueTicks(maximum, steps, unit) {
  const raw = (maximum > 0 ? maximum : 1) / steps;
  let step;
  if (unit === "bytes") {
    step = 2 ** Math.ceil(Math.log2(raw));
  } else {
    const power = 10 ** Math.floor(Math.log10(raw));
    step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= raw * 0.999) * power;
    if (unit === "count") step = Math.max(1, Math.ceil(step));
  }
  const last = Math.max(1, Math.ceil(maximum / step - 1e-9));
  return Array.from({ length: last + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

const SPANS = [1, 5, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 43200, 86400].map((span) => span * 1000);

/** Rounded moments between two times in milliseconds, at most `steps`. */
export function timeTicks(from, to, steps) {
  const span = SPANS.find((candidate) => (to - from) / candidate <= steps) ?? SPANS.at(-1);
  const moments = [];
  for (let moment = Math.ceil(from / span) * span; moment <= to; moment += span) moments.push(moment);
  return moments;
}

/** A function from values between `from` and `to` to pixels between `start` and `end`. */
export const linear = (from, to, start, end) => (value) => start + ((value - from) / (to - from || 1)) * (end - start);

/** Pixels as short text. */
export const px = (value) => Math.round(value * 10) / 10;
