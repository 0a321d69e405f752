// The targets of an account: energy and protein from its profile; ranges of carbohydrates and fat from guidelines.
import { field, h, toast } from "./dom.js";
import { count, grams, kilocalories } from "./format.js";
import { form } from "./widgets.js";

/**
 * Reads the targets. Carbohydrates and fat: 45 to 60 % and 20 to 35 % of the energy are the reference ranges for adults
 * (EFSA, 2010), with 4 and 9 kcal a gram.
 */
export async function readTargets(api) {
  const profile = await api.get("/api/v1/users/me");
  return targetsOf(profile.energy_target_kcal, profile.protein_target_g);
}

function targetsOf(energy, protein) {
  const range = (from, to, perGram) =>
    energy ? { from: (energy * from) / perGram, to: (energy * to) / perGram } : undefined;
  return {
    energy: energy ?? undefined,
    protein: protein ?? undefined,
    carbs: range(0.45, 0.6, 4),
    fat: range(0.2, 0.35, 9),
  };
}

/** The four figures of the diary: member of the totals, label, format, target or band. */
export const figures = (targets) => [
  { key: "total_calories", label: "Energy", format: kilocalories, axis: count, target: targets.energy },
  { key: "total_protein_g", label: "Protein", format: grams, axis: grams, target: targets.protein },
  { key: "total_carbs_g", label: "Carbohydrates", format: grams, axis: grams, band: targets.carbs },
  { key: "total_fat_g", label: "Fat", format: grams, axis: grams, band: targets.fat },
];

/** A form that changes the targets. `changed(targets)` is called after they are stored. */
export function targetForm(api, targets, changed) {
  const input = (min, max, value) =>
    h("input", { type: "number", min, max, step: "any", inputmode: "decimal", value: value ?? "" });
  const energy = input(800, 8000, targets.energy);
  const protein = input(10, 400, targets.protein);
  const value = (control) => (control.value === "" ? null : Number(control.value));
  const save = async () => {
    await api.patch("/api/v1/users/me", { energy_target_kcal: value(energy), protein_target_g: value(protein) });
    toast("Targets saved.");
    changed(targetsOf(value(energy), value(protein)));
  };
  return h(
    "details",
    { class: "card targets", open: !targets.energy },
    h("summary", {}, "Targets"),
    h(
      "p",
      { class: "muted" },
      "Energy and protein a day, from the profile; an empty field removes a target. The ranges of ",
      "carbohydrates and fat are 45 to 60 % and 20 to 35 % of the energy (EFSA, 2010).",
    ),
    form("Save targets", [field("Energy, kcal", energy), field("Protein, g", protein)], save),
  );
}
