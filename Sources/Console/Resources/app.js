// The frame around the panels: navigation, accounts, theme, shortcuts.
import { Accounts } from "./accounts.js";
import { address, send, socketAddress } from "./api.js";
import { attempt, button, clear, h, icon, toast } from "./dom.js";
import { avatar, showAccounts, welcome } from "./signin.js";
import { shortcut, showShortcuts } from "./shortcuts.js";

/**
 * The panels. A module exports `mount(element, context)`, which returns a function that removes what it started, or a
 * promise of it. The panel is mounted again when the active account changes, unless the module exports
 * `followsAccounts = true`.
 */
const PANELS = [
  { id: "sockets", title: "Sockets", lead: "Watch and send", icon: "sockets", module: "./sockets.js" },
  { id: "play", title: "Play", lead: "The features, live", icon: "play", module: "./play.js" },
  { id: "diary", title: "Diary", lead: "Days and months", icon: "diary", module: "./diary.js" },
  { id: "operate", title: "Operate", lead: "The running server", icon: "operate", module: "./operate.js", isVisible: () => accounts.active?.isAdmin === true },
  { id: "develop", title: "Develop", lead: "Faults, clock, traffic", icon: "develop", module: "./develop.js", isVisible: () => isDevelopment },
];

const { version, development } = document.body.dataset;
const isDevelopment = development === "true";
const accounts = new Accounts();
const main = h("main", { id: "main", tabindex: "-1" });
const heading = h("h1", {});
const nav = h("nav", { class: "nav", "aria-label": "Panels" });
const accountButton = h("button", { type: "button", class: "account", onclick: () => showAccounts(accounts) });
const health = h("span", { class: "health" });
let mounted = { stop() {} };

// MARK: - Theme

const THEME = "hearth.console.theme";
const systemTheme = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

function applyTheme() {
  const theme = localStorage.getItem(THEME);
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/** Changes between light and dark. The choice is kept only while it differs from the system's. */
function switchTheme() {
  const wanted = (localStorage.getItem(THEME) ?? systemTheme()) === "dark" ? "light" : "dark";
  if (wanted === systemTheme()) localStorage.removeItem(THEME);
  else localStorage.setItem(THEME, wanted);
  applyTheme();
}

// MARK: - Navigation

/** The parts of the address after `#/`. */
const route = () => (location.hash.startsWith("#/") ? location.hash.slice(2).split("/").filter(Boolean).map(decodeURIComponent) : []);
const navigate = (...parts) => { location.hash = `#/${parts.map(encodeURIComponent).join("/")}`; };
const visiblePanels = () => PANELS.filter(({ isVisible }) => isVisible?.() ?? true);

function showNavigation(current) {
  clear(nav, h("ul", {}, visiblePanels().map((panel) => h("li", {}, h("a", { href: `#/${panel.id}`, "aria-current": panel === current && "page" },
    icon(panel.icon), h("span", {}, panel.title, h("small", {}, panel.lead)))))));
  clear(accountButton, accounts.active
    ? [avatar(accounts.active.username), h("span", { class: "account-name" }, accounts.active.label)]
    : [icon("user"), h("span", { class: "account-name" }, "Sign in")]);
  accountButton.setAttribute("aria-label", accounts.active ? `Accounts: ${accounts.active.label}` : "Sign in");
}

/** Everything that a panel needs from the frame. */
function makeContext(panel, signal) {
  return {
    accounts, isDevelopment, signal, navigate, route: route().slice(1), version,
    /** The active account; null if nobody is signed in. */
    get account() { return accounts.active ?? null; },
    /** The API for the active account. */
    get api() { return accounts.active?.api; },
    /** Opens a socket with the access token of an account; without a token if it is null. */
    async socket(path, { account = accounts.active, query = {} } = {}) {
      return new WebSocket(socketAddress(path, { ...query, token: account ? await account.freshToken() : undefined }));
    },
    shortcut: (key, label, action) => shortcut(key, label, action, signal),
  };
}

/** The panel that the address names. */
function routedPanel() {
  const panels = visiblePanels();
  return panels.find(({ id }) => id === route()[0]) ?? panels[0];
}

async function show({ movesFocus = false } = {}) {
  const panel = routedPanel();
  mounted.stop();
  const controller = new AbortController();
  const current = { panel, stop: () => controller.abort() };
  mounted = current;
  showNavigation(panel);
  clear(heading, panel.title);
  document.title = `${panel.title} · Hearth`;
  const place = h("div", { class: ["panel", `panel-${panel.id}`] });
  clear(main, place);
  if (movesFocus) main.focus({ preventScroll: true });
  scrollTo(0, 0);
  if (!accounts.active) return clear(place, welcome(accounts, () => {}));
  try {
    const module = await import(panel.module);
    // The address may name another panel already, whose event is still queued. A panel that is mounted replaces the address.
    if (controller.signal.aborted || routedPanel() !== panel) return;
    current.followsAccounts = module.followsAccounts === true;
    const stop = await module.mount(place, makeContext(panel, controller.signal));
    if (controller.signal.aborted) stop?.();
    else controller.signal.addEventListener("abort", () => stop?.());
  } catch (error) {
    if (!controller.signal.aborted) clear(place, h("p", { role: "alert", class: "notice error" }, `The panel cannot be shown. ${error.message}`));
  }
}

// MARK: - Frame

async function showHealth() {
  if (document.hidden) return;
  let text = "not reachable";
  try {
    text = (await send("GET", "ready")).body.status;
  } catch (error) {
    if (error.status) text = "not ready";
  }
  health.dataset.state = text;
  clear(health, `hearth ${version}, ${text}`);
}

function frame() {
  const theme = button("", switchTheme, { icon: "sun", kind: "quiet", title: "Light or dark" });
  const keys = button("", showShortcuts, { icon: "keyboard", kind: "quiet", title: "Keyboard shortcuts" });
  const brand = h("a", { class: "brand", href: "#/sockets" }, h("span", { class: "flame", "aria-hidden": "true" }), h("span", {}, "Hearth"));
  const links = h("ul", { class: "links" }, [["swagger/index.html", "REST API"], ["docs/sockets", "WebSockets"], ["", "Server"]].map(([path, text]) =>
    h("li", {}, h("a", { href: address(path).href, target: "_blank", rel: "noopener" }, text, icon("link")))));
  clear(document.getElementById("app"), h("div", { class: "shell" },
    h("aside", { class: "side", "aria-label": "Hearth" }, brand, nav, h("div", { class: "side-foot" }, links, health)),
    h("header", { class: "top" }, heading, h("div", { class: "tools" }, theme, keys, accountButton)), main));
}

applyTheme();
frame();
document.getElementById("skip").addEventListener("click", (event) => { event.preventDefault(); main.focus(); });
shortcut("?", "Show the shortcuts", showShortcuts);
PANELS.forEach((panel, index) => shortcut(String(index + 1), `Open ${panel.title}`, () => visiblePanels().includes(panel) && navigate(panel.id)));
shortcut("a", "Accounts", () => showAccounts(accounts));
shortcut("t", "Light or dark", switchTheme);
addEventListener("hashchange", () => { if (route().length) show({ movesFocus: true }); });
accounts.addEventListener("change", () => { mounted.followsAccounts && accounts.active ? showNavigation(mounted.panel) : show(); });
accounts.addEventListener("expired", ({ detail }) => toast(`The session of ${detail.username} has ended. Sign in again.`, "error"));
attempt(() => show());
showHealth();
setInterval(showHealth, 20_000);
