// The result of a meal in words.
import { attempt, button, clear, h, svg } from "./dom.js";

const NUTRIENTS = [["protein", "Protein", 4], ["carbs", "Carbohydrate", 4], ["fat", "Fat", 9]];
const number = (value, digits = 1) => (value ?? 0).toLocaleString("en", { maximumFractionDigits: digits });
const milliseconds = (value) => (value < 1000 ? `${Math.round(value)} ms` : `${(value / 1000).toFixed(1)} s`);

/** A bar with the shares of protein, carbohydrate and fat in the energy, and its legend. */
function energyBar(log) {
  const parts = NUTRIENTS.map(([name, label, factor]) => ({ name, label, grams: log[`total_${name}_g`] ?? 0, energy: (log[`total_${name}_g`] ?? 0) * factor }));
  const all = parts.reduce((sum, { energy }) => sum + energy, 0) || 1;
  let left = 0;
  const text = parts.map(({ label, energy }) => `${label} ${Math.round((energy / all) * 100)} %`).join(", ");
  const bars = parts.map(({ name, energy }) => {
    const width = (energy / all) * 100;
    const made = svg("rect", { class: `fill-${name}`, x: left, y: 0, width: Math.max(0, width - 0.4), height: 6 });
    left += width;
    return made;
  });
  return h("figure", { class: "energy" },
    svg("svg", { viewBox: "0 0 100 6", preserveAspectRatio: "none", role: "img", "aria-label": `Share of energy: ${text}` }, bars),
    h("ul", { class: "legend" }, parts.map(({ name, label, grams, energy }) => h("li", {},
      h("span", { class: `dot fill-${name}`, "aria-hidden": "true" }), label, " ", h("strong", {}, `${number(grams)} g`), h("span", { class: "muted" }, ` ${Math.round((energy / all) * 100)} %`)))));
}

function itemRow(item) {
  const confidence = item.confidence ?? 0;
  const label = `${Math.round(confidence * 100)} %`;
  return h("li", { class: "item" },
    h("div", { class: "item-name" }, h("strong", {}, item.name), h("span", { class: "muted" }, ` ${item.quantity_text ?? item.quantity}`),
      item.notes && h("p", { class: "item-notes muted" }, item.notes)),
    h("span", { class: "item-grams" }, item.grams === null ? "–" : `${number(item.grams)} g`),
    h("span", { class: "item-energy" }, `${number(item.calories, 0)} kcal`),
    h("span", { class: "item-macros muted" }, `P ${number(item.protein_g)}  C ${number(item.carbs_g)}  F ${number(item.fat_g)}`),
    h("span", { class: "item-confidence", title: "The share of such readings that are right" },
      h("meter", { min: "0", max: "1", low: "0.6", high: "0.85", optimum: "1", value: confidence, "aria-label": `Confidence ${label}` }),
      h("span", { "aria-hidden": "true" }, label)));
}

/** A card for a stored meal. `show(log, {after, transport})` shows the result. Returns `{element, show}`. */
export function mealCard(stored, { storedAfter, retry, remove }) {
  const status = h("span", {});
  const body = h("div", { class: "stack" });
  const steps = h("p", { class: "steps muted" });

  function showSteps(...more) { clear(steps, `stored after ${milliseconds(storedAfter)}`, ...more); }

  function showProcessing() {
    clear(status, h("span", { class: "badge warn pulse" }, "processing"));
    clear(body, h("div", { class: "shimmer", "aria-hidden": "true" }));
    showSteps();
  }

  function show(log, { after, transport }) {
    const isDone = log.status === "completed";
    clear(status, h("span", { class: ["badge", isDone ? "good" : "bad"] }, log.status));
    showSteps(` · ${isDone ? "parsed" : "failed"} after ${milliseconds(after)} · ${transport}`);
    if (!isDone) {
      return clear(body, h("p", {}, log.details ?? log.error_message ?? "The meal could not be parsed."),
        log.suggestions?.length > 0 && h("ul", { class: "suggestions" }, log.suggestions.map((text) => h("li", {}, text))),
        h("p", {}, button("Parse again", () => { showProcessing(); attempt(retry); }, { icon: "redo" })));
    }
    clear(body, h("div", { class: "totals" }, h("p", { class: "kcal" }, h("strong", {}, number(log.total_calories, 0)), " kcal"), energyBar(log)), h("ul", { class: "items" }, log.items.map(itemRow)));
  }

  const element = h("article", { class: "card meal" },
    h("header", { class: "spread" }, h("h2", { class: "meal-words" }, `“${stored.raw_input}”`),
      h("span", { class: "meal-state" }, h("span", { class: "badge" }, stored.meal_type), status, button("", () => attempt(remove), { icon: "trash", kind: "quiet small", title: "Delete the meal" }))),
    body, steps);
  showProcessing();
  return { element, show };
}
