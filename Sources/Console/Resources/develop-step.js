// One step of the scripted language model as controls.
import { button, clear, field, h, select } from "./dom.js";

const KINDS = [
  ["text", "Answer"],
  ["tool", "Tool call"],
  ["error", "Error"],
];

/** The controls' values of a step: {kind, values}. */
export function draftOf(step) {
  const kind = step.error ? "error" : step.tool ? "tool" : "text";
  return {
    kind,
    values: {
      match: step.match ?? "",
      text: step.text ?? "",
      tokens_per_s: step.tokens_per_s ?? "",
      stall_s: step.stall_s ?? "",
      stall_after: step.stall_after ?? "",
      break_after: step.break_after ?? "",
      name: step.tool?.name ?? "",
      arguments: JSON.stringify(step.tool?.arguments ?? {}, null, 2),
      status: step.error?.status ?? 503,
      code: step.error?.code ?? "",
    },
  };
}

/** The step of a draft. - Throws: `Error` if the arguments of a tool are no JSON object. */
export function stepOf({ kind, values }, index) {
  const amount = (name) => (values[name] === "" ? undefined : Number(values[name]));
  const common = {
    match: values.match || undefined,
    text: values.text || undefined,
    tokens_per_s: amount("tokens_per_s"),
    stall_s: amount("stall_s"),
    stall_after: amount("stall_after"),
  };
  if (kind === "text") return { ...common, break_after: amount("break_after") };
  if (kind === "error") return { ...common, error: { status: Number(values.status), code: values.code || undefined } };
  return { ...common, tool: { name: values.name, arguments: argumentsOf(values, index) } };
}

function argumentsOf(values, index) {
  let parsed;
  try {
    parsed = JSON.parse(values.arguments || "{}");
  } catch {
    throw new Error(`Step ${index + 1}: the arguments are not JSON.`);
  }
  const isObject = parsed !== null && typeof parsed === "object" && !Array.isArray(parsed);
  if (!isObject) throw new Error(`Step ${index + 1}: the arguments must be a JSON object.`);
  return parsed;
}

/** A card that edits a draft. `change` has `remove(index)` and `move(index, by)`. */
export function stepCard(draft, index, count, change) {
  const { values } = draft;
  const input = (name, attributes = {}) =>
    h("input", {
      ...attributes,
      value: values[name],
      oninput: (event) => {
        values[name] = event.target.value;
      },
    });
  const area = (name, attributes = {}) =>
    h("textarea", {
      rows: 3,
      ...attributes,
      value: values[name],
      oninput: (event) => {
        values[name] = event.target.value;
      },
    });
  const amount = (placeholder, step = 1) => ({ type: "number", min: 0, step, placeholder });
  const body = h("div", { class: "stack" });
  const texts = {
    text: ["Text", "The answer"],
    tool: ["Text before the call", "none"],
    error: ["Text before the error", "none"],
  };
  const special = {
    text: () => null,
    tool: () => [
      field("Tool", input("name", { list: "model-tools", required: true, spellcheck: "false", autocomplete: "off" })),
      field("Arguments, JSON", area("arguments", { class: "mono", spellcheck: "false" })),
    ],
    error: () =>
      h(
        "div",
        { class: "grid" },
        field("Status", input("status", { type: "number", min: 400, max: 599 })),
        field("Code", input("code", { spellcheck: "false", autocomplete: "off" })),
      ),
  };
  const show = () => {
    const [label, placeholder] = texts[draft.kind];
    clear(
      body,
      field(label, area("text", { placeholder })),
      special[draft.kind](),
      h(
        "div",
        { class: "grid" },
        field("Words per second", input("tokens_per_s", amount("at once", "any"))),
        field("Silence, s", input("stall_s", amount("none", "any"))),
        field("Silence after words", input("stall_after", amount("0"))),
        draft.kind === "text" && field("Break off after words", input("break_after", amount("never"))),
      ),
    );
  };
  show();
  const square = (icon, title, run, disabled, turned) =>
    button("", run, { icon, title, disabled, class: ["button", "quiet", "square", turned && "is-turned"] });
  return h(
    "fieldset",
    { class: "step" },
    h("legend", {}, `Step ${index + 1}`),
    h(
      "div",
      { class: "row" },
      field(
        "Kind",
        select(KINDS, draft.kind, (kind) => {
          draft.kind = kind;
          show();
        }),
      ),
      field("If the message contains", input("match", { placeholder: "any message", maxlength: 200 })),
      h(
        "div",
        { class: "step-tools" },
        square("down", `Move step ${index + 1} up`, () => change.move(index, -1), index === 0, true),
        square("down", `Move step ${index + 1} down`, () => change.move(index, 1), index === count - 1),
        square("trash", `Remove step ${index + 1}`, () => change.remove(index)),
      ),
    ),
    body,
  );
}
