// A day of the diary: totals against the targets, and every meal with its items.
import { h } from "./dom.js";
import { figures } from "./diary-targets.js";
import { count, counted, grams, kilocalories, number, utcTime } from "./format.js";
import { meter, parts } from "./meter.js";
import { badge } from "./widgets.js";

const PAGE = 100;
const STATUS = { processing: "info", failed: "bad", manual: undefined };

/** All meals of a day, in the order in which they were eaten. */
async function readMeals(api, day) {
  const meals = [];
  for (let more = true; more && meals.length < 1000; ) {
    const path = `/api/v1/meal-logs?from=${day}&to=${day}&timezone=UTC&limit=${PAGE}&offset=${meals.length}`;
    const page = await api.get(path);
    meals.push(...page.meal_logs);
    more = page.has_more === true && page.meal_logs.length > 0;
  }
  return meals.reverse();
}

export async function dayView(api, day, targets) {
  const meals = await readMeals(api, day);
  const counts = meals.filter(({ status }) => status === "completed" || status === "manual");
  const totals = (key) => counts.reduce((sum, meal) => sum + (meal[key] ?? 0), 0);
  return {
    element: h(
      "div",
      { class: "day" },
      h("section", { class: "card day-totals", "aria-label": "Totals of the day" }, summary(targets, totals)),
      h(
        "section",
        { class: "diary-meals", "aria-label": "Meals" },
        meals.length ? meals.map(mealCard) : h("p", { class: "empty" }, "No meals on this day."),
      ),
    ),
  };
}

function summary(targets, totals) {
  const compared = figures(targets).map(({ key, label, format, target, band }, index) => {
    const value = totals(key);
    return meter({
      label,
      value,
      text: format(value),
      target,
      band,
      series: index + 1,
      detail: comparison(value, target, band, format),
    });
  });
  const energy = [
    { label: "Protein", value: totals("total_protein_g") * 4 },
    { label: "Carbohydrates", value: totals("total_carbs_g") * 4 },
    { label: "Fat", value: totals("total_fat_g") * 9 },
  ].map((part, index) => ({ ...part, text: kilocalories(part.value), tone: index + 2 }));
  return [
    h("h3", {}, "Totals"),
    compared,
    parts("Energy by nutrient", energy),
    h("p", { class: "muted" }, `Fibre ${grams(totals("total_fiber_g"))} · sugar ${grams(totals("total_sugar_g"))}`),
  ];
}

function comparison(value, target, band, format) {
  if (target) {
    const rest = target - value;
    return rest >= 0 ? `${format(rest)} left of ${format(target)}` : `${format(-rest)} over ${format(target)}`;
  }
  if (!band) return "no target";
  const place = value < band.from ? "below" : value > band.to ? "above" : "within";
  return `${place} ${count(band.from)} to ${grams(band.to)}`;
}

function mealCard(meal) {
  return h(
    "article",
    { class: "card diary-meal" },
    h(
      "header",
      { class: "diary-meal-head" },
      h("h3", {}, h("time", { datetime: meal.logged_at }, utcTime(meal.logged_at)), " ", capitalized(meal.meal_type)),
      STATUS[meal.status] && badge(meal.status, STATUS[meal.status]),
      h("strong", { class: "diary-meal-energy" }, kilocalories(meal.total_calories)),
    ),
    meal.raw_input && h("p", { class: "diary-words" }, `“${meal.raw_input}”`),
    meal.error_message && h("p", { class: "notice" }, meal.error_message),
    meal.items.length > 0 && itemTable(meal),
    h(
      "p",
      { class: "muted" },
      `${counted(meal.items.length, "item")} · protein ${grams(meal.total_protein_g)} · `,
      `carbohydrates ${grams(meal.total_carbs_g)} · fat ${grams(meal.total_fat_g)}`,
    ),
  );
}

function itemTable(meal) {
  const heads = [
    ["Food"],
    ["Amount"],
    ["Weight", 1],
    ["kcal", 1],
    ["Protein", 1],
    ["Carbs", 1],
    ["Fat", 1],
    ["Confidence", 1],
  ];
  const rows = meal.items.map((item) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        item.food_name,
        item.parsing_notes && h("small", { class: "muted" }, item.parsing_notes),
      ),
      h("td", {}, item.quantity_text),
      [
        grams(item.grams),
        number(item.calories),
        grams(item.protein_g),
        grams(item.carbs_g),
        grams(item.fat_g),
        `${Math.round(item.confidence * 100)} %`,
      ].map((text) => h("td", { class: "number" }, text)),
    ),
  );
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": `Items of the meal at ${utcTime(meal.logged_at)}` },
    h(
      "table",
      { class: "diary-items" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map(([title, isNumber]) => h("th", { scope: "col", class: isNumber && "number" }, title)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);
