// The panel of development mode: traffic, faults, clock, tokens, the scripted model, and data.
import { clear, h } from "./dom.js";
import { clockView } from "./develop-clock.js";
import { dataView } from "./develop-data.js";
import { faultsView } from "./develop-faults.js";
import { modelView } from "./develop-model.js";
import { trafficView } from "./develop-traffic.js";
import { counted, duration } from "./format.js";
import { badge, notice, repeat, toggle, views } from "./widgets.js";

const VIEWS = [
  ["traffic", "Traffic", trafficView],
  ["faults", "Faults", faultsView],
  ["clock", "Clock and tokens", clockView],
  ["model", "Language model", modelView],
  ["data", "Data", dataView],
];

/** The tools need no account, and signing an account in must not close the open view. */
export const followsAccounts = true;

export async function mount(element, context) {
  const { api } = context;
  let made;
  try {
    await api.get("/dev");
  } catch (error) {
    clear(
      element,
      h(
        "p",
        { class: "notice" },
        error.status === 404
          ? ["This panel needs a server in development mode: ", h("code", {}, "hearth serve --dev"), "."]
          : `Development mode does not answer. ${error.message}`,
      ),
    );
    return undefined;
  }
  const problem = notice();
  const state = h("div", { class: "chips", role: "status", "aria-label": "Active changes" });
  const relaxed = toggle("Relaxed limits", async (isOn) => {
    await api.put("/dev/limits", { relaxed: isOn });
  });
  const load = async () => {
    const overview = await api.get("/dev");
    relaxed.set(overview.relaxed);
    clear(state, changes(overview));
  };
  const polling = repeat(3, () => problem.guard(load));
  // Views call `changed()` after they changed something that the overview shows.
  const shared = { ...context, api, changed: () => polling.now() };
  const items = VIEWS.map(([id, label, view]) => ({ id, label, open: (place) => view(place, shared) }));
  made = views("develop", "Tools of development mode", items, context.route[0]);
  clear(element, h("div", { class: "develop-state" }, state, relaxed.element), problem.element, made.element);
  return () => {
    polling.stop();
    made.stop();
  };
}

const numberOf = (value) => (typeof value === "number" ? value : (value?.active ?? value?.count ?? 0));

/** What differs from a server without faults, with the real clock and its own language model. */
function changes({ clock, faults, model, relaxed, traffic }) {
  const list = [];
  if (numberOf(faults) > 0) list.push(badge(counted(numberOf(faults), "fault"), "bad"));
  if (clock?.offset_s) list.push(badge(`clock ${clock.offset_s > 0 ? "+" : ""}${duration(clock.offset_s)}`, "warn"));
  if (model?.is_set) list.push(badge("scripted model", "info"));
  if (relaxed) list.push(badge("relaxed limits", "warn"));
  if (traffic?.recording === false || traffic?.is_recording === false) list.push(badge("recording stopped", "warn"));
  return list.length ? list : badge("nothing disturbed", "good");
}
