// The clock of the server, and tokens that expire or are revoked now.
import { clear, field, h, select, toast } from "./dom.js";
import { counted, duration } from "./format.js";
import { action, form, notice, repeat } from "./widgets.js";

const STEPS = [
  ["− 1 day", -86_400],
  ["− 1 hour", -3600],
  ["+ 1 minute", 60],
  ["+ 1 hour", 3600],
  ["+ 1 day", 86_400],
  ["+ 31 days", 2_678_400],
];
const shown = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "medium" });

/** A moment as the value of a `datetime-local` control, in the zone of the browser. */
const localValue = (date) => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);

export function clockView(element, context) {
  clear(element, clockCard(element, context), tokenCard(context));
  return () => element.stop?.();
}

function clockCard(element, { api, changed }) {
  let state = { offset_s: 0 };
  let readAt = 0;
  const problem = notice();
  const face = h("p", { class: "clock-face" });
  const offset = h("p", { class: "muted", role: "status" });
  const time = h("input", { type: "datetime-local", step: 1, required: true });
  const now = () => new Date(Date.parse(state.now) + performance.now() - readAt);
  const draw = () => {
    if (state.now) clear(face, shown.format(now()));
  };
  const take = (fresh) => {
    state = fresh;
    readAt = performance.now();
    clear(
      offset,
      state.offset_s === 0
        ? "The real time."
        : `${duration(Math.abs(state.offset_s))} ${state.offset_s > 0 ? "ahead of" : "behind"} the real time.`,
    );
    real.disabled = state.offset_s === 0;
    draw();
  };
  const set = async (body) => {
    take(await api.put("/dev/clock", body));
    changed();
  };
  const real = action("Real time", async () => {
    await api.delete("/dev/clock", {});
    take(await api.get("/dev/clock"));
    changed();
  });
  const polling = repeat(10, () =>
    problem.guard(async () => {
      take(await api.get("/dev/clock"));
      if (!time.value) time.value = localValue(now());
    }),
  );
  const ticking = setInterval(draw, 1000);
  element.stop = () => {
    polling.stop();
    clearInterval(ticking);
  };
  return h(
    "section",
    { class: "card stack" },
    h("h2", {}, "Clock of the server"),
    problem.element,
    face,
    offset,
    h(
      "div",
      { class: "chips" },
      STEPS.map(([label, step]) =>
        action(label, () => set({ offset_s: state.offset_s + step }), { class: "button chip" }),
      ),
      real,
    ),
    form(
      "Set the time",
      [field("Date and time, local", time)],
      () => set({ now: new Date(time.value).toISOString() }),
      { kind: "" },
    ),
    h(
      "p",
      { class: "muted" },
      "Tokens and sockets expire by this clock, jobs become due by it, and stored times are from it. Timers of connections are not moved.",
    ),
  );
}

function tokenCard({ api, accounts }) {
  const known = accounts.list.map(({ username }) => [username, username]);
  const user = select([...known, ["", "another one"]], known[0]?.[0] ?? "", () => show());
  const other = h("input", {
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    placeholder: "Username or access token",
  });
  const otherField = field("Username or access token", other);
  const show = () => {
    otherField.hidden = user.value !== "";
  };
  show();
  const body = () => {
    const text = user.value || other.value.trim();
    if (!text) throw new Error("Enter a username or an access token.");
    return text.split(".").length === 3 && text.length > 100 ? { token: text } : { user: text };
  };
  const expire = action(
    "Expire access tokens",
    async () => {
      const { expired } = await api.post("/dev/tokens/expire", body());
      toast(`${counted(expired, "token")} expired. The next request gets 401, and its client refreshes.`);
    },
    { kind: "primary" },
  );
  const revoke = action(
    "Revoke sessions",
    async () => {
      const { revoked } = await api.post("/dev/tokens/revoke", body());
      toast(`${counted(revoked, "session")} revoked. A refresh gets 401 TOKEN_REVOKED.`);
    },
    { kind: "danger" },
  );
  return h(
    "section",
    { class: "card stack" },
    h("h2", {}, "Tokens"),
    h(
      "p",
      { class: "muted" },
      "Expired: the access token is refused, and the refresh token still works. Revoked: the whole session has ended, and the client must sign in.",
    ),
    h("div", { class: "row" }, field("Account", user), otherField),
    h("div", { class: "chips" }, expire, revoke),
  );
}
