// The diary: a day with its meals, and a month of days plotted against the targets of the account.
import { button, clear, field, h } from "./dom.js";
import { dayView } from "./diary-day.js";
import { monthView } from "./diary-month.js";
import { readTargets, targetForm } from "./diary-targets.js";
import { dayName, monthName } from "./format.js";
import { notice } from "./widgets.js";

const DAY = 86_400_000;
const today = () => new Date().toISOString().slice(0, 10);

/** The day or month that an address names: "2026-11-22", "2026-11"; today if it names none. */
function placeOf(text = "") {
  const [year, month, day] = text.split("-").map(Number);
  const date = new Date(Date.UTC(year, month - 1, day || 1));
  const isValid = /^\d{4}-\d{2}(-\d{2})?$/.test(text) && !Number.isNaN(date.getTime());
  return isValid ? date.toISOString().slice(0, text.length) : today();
}

const isMonth = (place) => place.length === 7;

/** The place `steps` days or months away. */
function moved(place, steps) {
  const [year, month, day] = place.split("-").map(Number);
  const date = isMonth(place)
    ? new Date(Date.UTC(year, month - 1 + steps, 1))
    : new Date(Date.UTC(year, month - 1, day) + steps * DAY);
  return date.toISOString().slice(0, place.length);
}

/** The day of a month to show first: today in the current month, otherwise the last day. */
const dayOf = (month) => (today().startsWith(month) ? today() : moved(`${moved(month, 1)}-01`, -1));

export function mount(element, context) {
  let place = placeOf(context.route[0]);
  let targets;
  let view;
  let turn = 0;
  const problem = notice();
  const heading = h("h2", { class: "diary-title", "aria-live": "polite" });
  const body = h("div", { class: "diary-body" });
  const go = (next) => {
    place = next;
    history.replaceState(null, "", `#/diary/${place}`);
    show();
  };
  const move = (steps) => go(moved(place, steps));
  const openDay = () => isMonth(place) && go(dayOf(place));
  const openMonth = () => go(place.slice(0, 7));
  const openToday = () => go(today().slice(0, place.length));
  const picker = h("input", { type: "date", onchange: () => picker.value && go(picker.value.slice(0, place.length)) });
  const day = button("Day", openDay);
  const month = button("Month", openMonth);
  const previous = button("‹", () => move(-1));
  const next = button("›", () => move(1));

  const show = async () => {
    const mine = (turn += 1);
    const unit = isMonth(place) ? "month" : "day";
    clear(heading, isMonth(place) ? monthName(place) : dayName(place));
    picker.value = isMonth(place) ? `${place}-01` : place;
    previous.setAttribute("aria-label", `Previous ${unit}`);
    next.setAttribute("aria-label", `Next ${unit}`);
    day.setAttribute("aria-pressed", String(!isMonth(place)));
    month.setAttribute("aria-pressed", String(isMonth(place)));
    await problem.guard(async () => {
      targets ??= await readTargets(context.api);
      const made = isMonth(place)
        ? await monthView(context.api, place, targets, go)
        : await dayView(context.api, place, targets);
      if (mine !== turn) return made.destroy?.();
      view?.destroy?.();
      view = made;
      clear(
        body,
        made.element,
        targetForm(context.api, targets, (changed) => {
          targets = changed;
          show();
        }),
      );
    });
  };

  clear(
    element,
    h(
      "div",
      { class: "diary-head" },
      heading,
      h(
        "div",
        { class: "diary-tools" },
        h("div", { class: "segments", role: "group", "aria-label": "Range" }, day, month),
        h(
          "div",
          { class: "segments", role: "group", "aria-label": "Move" },
          previous,
          button("Today", openToday),
          next,
        ),
        field("Date (UTC)", picker),
      ),
    ),
    problem.element,
    body,
  );
  context.shortcut("[", "Previous day or month", () => move(-1));
  context.shortcut("]", "Next day or month", () => move(1));
  context.shortcut("d", "Show the day", openDay);
  context.shortcut("m", "Show the month", openMonth);
  context.shortcut("0", "Go to today", openToday);
  show();
  return () => {
    turn += 1;
    view?.destroy?.();
  };
}
