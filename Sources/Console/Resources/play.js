// The panel Play: features of the server, each live.
import { clear, h, tabs } from "./dom.js";
import { chatTab } from "./play-chat.js";
import { coachTab } from "./play-coach.js";
import { mealTab } from "./play-meal.js";
import { syncTab } from "./play-sync.js";

const TABS = { meal: mealTab, coach: coachTab, chat: chatTab, sync: syncTab };

/** Shows the panel. Each tab is a function of the context that returns `{element, stop}`. */
export function mount(element, context) {
  let stop;
  const show = (id) => {
    stop?.();
    const made = TABS[id](context);
    stop = made.stop;
    history.replaceState(null, "", `#/play/${id}`);
    return made.element;
  };
  const items = [
    { id: "meal", label: "Meal", icon: "diary" }, { id: "coach", label: "Coach", icon: "play" },
    { id: "chat", label: "Chat", icon: "user" }, { id: "sync", label: "Sync", icon: "phone" },
  ];
  clear(element, h("div", { class: "play" }, tabs("Features", items, show, context.route[0]).element));
  return () => stop?.();
}
