// The scripted language model: what the coach gets instead of answers of its own model.
import { clear, h, toast } from "./dom.js";
import { counted } from "./format.js";
import { jsonView } from "./json.js";
import { draftOf, stepCard, stepOf } from "./develop-step.js";
import { action, badge, confirm, notice, repeat } from "./widgets.js";

const TOOLS = [
  "get_meal_summary",
  "search_foods",
  "create_meal_template",
  "create_workout_template",
  "create_wellness_template",
];
const EXAMPLES = [
  ["Answer", { text: "Oats with berries keep you full until lunch." }],
  [
    "Slow answer",
    { text: "A slow answer arrives in small pieces, so that a client can show it while it grows.", tokens_per_s: 4 },
  ],
  ["Stall", { text: "This answer is silent for a while in its middle.", stall_s: 20, stall_after: 4 }],
  ["Break off", { text: "This answer ends in the middle, and the rest is never sent.", break_after: 5 }],
  ["Tool call", { tool: { name: "search_foods", arguments: { query: "oats" } } }],
  ["Error", { error: { status: 429, code: "rate_limit_exceeded" } }],
];

export function modelView(element, { api, changed }) {
  let steps = [];
  let known;
  const problem = notice();
  const status = h("p", { class: "muted", role: "status" });
  const list = h("div", { class: "stack" });
  const current = h("div", {});
  const repeats = h("input", { type: "checkbox" });

  const show = () => {
    clear(
      list,
      steps.map((step, index) => stepCard(step, index, steps.length, change)),
      !steps.length && h("p", { class: "empty" }, "No steps. Add one of the examples above."),
    );
  };
  const change = {
    remove: (index) => {
      steps.splice(index, 1);
      show();
    },
    move: (index, by) => {
      const [step] = steps.splice(index, 1);
      steps.splice(index + by, 0, step);
      show();
      list.children[index + by]?.querySelector("input")?.focus();
    },
  };
  const take = (script) => {
    const isSet = script.is_set;
    clear(
      status,
      isSet
        ? [
            badge("scripted", "info"),
            ` ${counted(script.answers, "answer")} so far, ${counted(script.remaining, "step")} left.`,
          ]
        : "The usual coach answers.",
    );
    remove.disabled = !isSet;
    current.hidden = !isSet;
    const text = JSON.stringify(script.steps);
    if (text === known) return isSet;
    known = text;
    clear(
      current,
      h(
        "details",
        { class: "more" },
        h("summary", {}, "Active script as JSON"),
        jsonView({ steps: script.steps, repeat: script.repeat }),
      ),
    );
    return isSet;
  };
  const load = () =>
    problem.guard(async () => {
      const script = await api.get("/dev/model");
      const isFirst = known === undefined;
      if (!take(script) || !isFirst || steps.length) return;
      steps = script.steps.map(draftOf);
      repeats.checked = script.repeat === true;
      show();
    });
  const apply = action(
    "Use this script",
    async () => {
      if (!steps.length) throw new Error("A script needs at least one step.");
      const made = steps.map((step, index) => stepOf(step, index));
      await api.put("/dev/model", { steps: made, repeat: repeats.checked });
      toast("The coach uses the script.");
      changed();
      await polling.now();
    },
    { kind: "primary" },
  );
  const remove = action("Remove the script", async () => {
    if (
      !(await confirm(
        "Remove the script from the coach?",
        "The steps stay in this form until you leave it.",
        "Remove the script",
        { danger: false },
      ))
    )
      return;
    await api.delete("/dev/model", {});
    toast("The usual coach answers.");
    changed();
    await polling.now();
  });
  clear(
    element,
    h(
      "section",
      { class: "card stack" },
      h("div", { class: "spread" }, h("h2", {}, "Scripted language model"), status),
      problem.element,
      h(
        "p",
        { class: "muted" },
        "Each request of the coach takes the first step that was not played and whose text occurs in the message of the user. Talk to the coach in the panel Play.",
      ),
      h(
        "div",
        { class: "chips", role: "group", "aria-label": "Add a step" },
        EXAMPLES.map(([label, example]) =>
          h(
            "button",
            {
              type: "button",
              class: "button chip",
              onclick: () => {
                steps.push(draftOf(example));
                show();
                list.lastElementChild.scrollIntoView({ block: "nearest" });
              },
            },
            `+ ${label}`,
          ),
        ),
      ),
      list,
      h(
        "datalist",
        { id: "model-tools" },
        TOOLS.map((value) => h("option", { value })),
      ),
      h(
        "div",
        { class: "spread" },
        h("label", { class: "check" }, repeats, "Begin again after the last step"),
        h("div", { class: "actions" }, remove, apply),
      ),
      current,
    ),
  );
  show();
  const polling = repeat(3, load);
  return polling.stop;
}
