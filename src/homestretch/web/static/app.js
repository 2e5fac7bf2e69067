// The page's one module: sends moves, listens for changes, shows moves one at a time.
// Everything here also works without it, as plain links and forms.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const $ = (selector, root = document) => root.querySelector(selector);
let stream = null;
let wanted = 0; // the latest revision that was announced
let sending = null; // the version at which a form was sent: a second tap there changes nothing
let showing = null; // the run of moves that is being shown; a touch ends it

const main = () => $("main.table");
const home = () => `/m/${main().dataset.match}`;
const target = (form) => form.getAttribute("action"); // form.action is the button of that name
const number = (name) => Number(main()?.dataset[name]);

function place(root = document) {
  for (const board of root.querySelectorAll("[data-shape]")) board.style.setProperty("--shape", board.dataset.shape);
  for (const sheet of root.querySelectorAll("[data-near]")) {
    for (const name of ["near", "far"]) {
      sheet.dataset[name].split(" ").forEach((part, i) => sheet.style.setProperty(`--${name}-${"xywh"[i]}`, part));
    }
  }
  for (const spot of root.querySelectorAll("[data-at]")) {
    const [left, top, width, height] = spot.dataset.at.split(" ");
    Object.assign(spot.style, { left: left + "%", top: top + "%", width: width + "%", height: height + "%" });
  }
}

// Make `old` like `fresh`, keeping elements that have the same id or stand at the same place.
function morph(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
    old.replaceWith(fresh);
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "open" && name !== "style") old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) !== value && name !== "open" && name !== "style") old.setAttribute(name, value);
  }
  if (old === document.activeElement && old.matches("input")) return;
  const keyed = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    const same = child.id ? keyed.get(child.id) : at && !at.id && at.nodeName === child.nodeName ? at : null;
    if (same) {
      if (same !== at) old.insertBefore(same, at);
      else at = at.nextSibling;
      morph(same, child);
    } else {
      old.insertBefore(child, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

const spotOf = (piece) => piece.getAttribute("transform")?.match(/translate\((\S+) (\S+)\)/)?.slice(1).map(Number);

// Redraw the picture and let every piece that has an id glide from where it was.
function redraw(change) {
  const pieces = () => document.querySelectorAll("#picture > g[id]");
  const before = new Map([...pieces()].map((piece) => [piece.id, spotOf(piece)]));
  change();
  if (still.matches) return null;
  let last = null;
  for (const piece of pieces()) {
    const [from, to] = [before.get(piece.id), spotOf(piece)];
    if (from && to && (from[0] !== to[0] || from[1] !== to[1])) {
      const frames = [from, to].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
      last = piece.animate(frames, { duration: 280, easing: "ease-out" });
    } else if (!from && to) {
      last = piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 200 });
    }
  }
  return last;
}

function pause(milliseconds, run) {
  return new Promise((done) => {
    run.skip = done;
    setTimeout(done, milliseconds);
  });
}

// Take over picture and panels of a ply; a panel that it lacks stays until the whole page comes, so that
// nothing jumps between two cards.
function takeOver(fresh) {
  Object.assign($("#sheet").dataset, $("#frame", fresh).dataset);
  place();
  morph($("#picture"), document.adoptNode($("#picture", fresh)));
  for (const panel of [...$("#beside", fresh).children].reverse()) {
    const old = document.getElementById(panel.id);
    if (old) morph(old, document.adoptNode(panel));
    else $("#beside").prepend(document.adoptNode(panel));
  }
}

// Show plies one by one, up to but not including `last`; the whole page then shows the last.
async function showMoves(first, last) {
  const run = (showing = { stopped: still.matches });
  const long = last - first > 8 ? 380 : 650; // many moves are shown quicker
  for (let ply = first; ply < last && !run.stopped; ply += 1) {
    const answer = await fetch(`${home()}/board?at=${ply}`).catch(() => null);
    if (!answer?.ok || run.stopped) break;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    redraw(() => takeOver(fresh));
    const told = decodeURIComponent(answer.headers.get("X-Told") ?? "");
    if (told) $("#say").textContent = told;
    await pause(told ? long : long / 2, run);
  }
  if (showing === run) showing = null;
  return !run.stopped;
}

function stopShowing() {
  if (!showing) return;
  showing.stopped = true;
  showing.skip?.();
}

// Pages are taken over one after the other, however their answers overlap.
let turn = Promise.resolve();
function take(page) {
  turn = turn.then(() => takeNow(page)).catch(() => location.reload());
  return turn;
}

// Take over a whole page that the server wrote, showing first what happened on the way to it.
async function takeNow({ html, address }) {
  const bare = html.replace(/<style[^]*?<\/style>/g, ""); // styles come with a page's own policy only
  const fresh = new DOMParser().parseFromString(bare, "text/html");
  const next = $("main", fresh);
  if (!main() || !next?.matches("main.table") || next.dataset.match !== main().dataset.match) {
    if (address) location.assign(address);
    else tell($("[role=alert]", fresh)?.textContent);
    return;
  }
  const [from, to] = [number("ply"), Number(next.dataset.ply)];
  const both = main().dataset.live === "1" && next.dataset.live === "1";
  if (both && Number(next.dataset.revision) < number("revision")) return; // an answer that was overtaken
  if (both && to > from + 1) {
    $("#spots-form")?.remove();
    $("#bar")?.remove();
    await showMoves(from + 1, Math.min(to, from + 40));
  }
  const focused = document.activeElement?.id;
  redraw(() => morph(main(), document.adoptNode(next)));
  document.title = fresh.title;
  settle();
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
  catchUp(); // news that came while this answer was under way
}

// Say why something was refused where no page of the table says it.
function tell(words) {
  $("#problem")?.remove();
  const problem = Object.assign(document.createElement("p"), { id: "problem", className: "problem", textContent: words });
  problem.setAttribute("role", "alert");
  $("#status").append(problem);
}

// Ask the server for a page; null while the line is down, or cut in the middle of the answer.
async function ask(address, options) {
  try {
    const answer = await fetch(address, { headers: { Accept: "text/html" }, ...options });
    const html = await answer.text();
    offline(false);
    return { html, address: answer.redirected || (!options && !answer.ok) ? answer.url : null };
  } catch {
    offline(true);
    return null;
  }
}

// Load what the address names; who asks for that while a page is loading has it loaded once more.
let loading = null;
let stale = false;
function load() {
  stale = true;
  loading ??= (async () => {
    while (stale) {
      stale = false;
      const page = await ask(home() + (location.pathname === home() ? location.search : ""));
      if (page) await take(page);
    }
  })().finally(() => (loading = null));
  return loading;
}

function offline(is) {
  $("#offline").hidden = !is;
}

// Send a form; when the line is down keep it and send it again with the same key.
async function send(form, button) {
  const body = new URLSearchParams(new FormData(form, button));
  button?.classList.add("pending");
  for (;;) {
    const page = await ask(target(form), { method: "POST", body });
    if (page) {
      await take(page);
      button?.classList.remove("pending");
      return;
    }
    await new Promise((again) => {
      addEventListener("online", again, { once: true });
      setTimeout(again, 2000);
    });
  }
}

// Load until the page has the revision that was announced last; another may come while one is loading.
// A question on the page stays until it is answered.
let catching = false;
async function catchUp() {
  if (catching) return;
  catching = true;
  const waits = () => wanted > number("revision") && main().dataset.live === "1" && !$("#sure");
  let tries = 0; // in a row that brought nothing new: while bots move quickly, news comes faster than pages
  while (tries < 5 && waits()) {
    const before = number("revision");
    await load();
    tries = number("revision") > before ? 0 : tries + 1;
  }
  if (tries === 5) wanted = number("revision"); // what was announced is not to be had
  catching = false;
}

function listen() {
  stream?.close();
  stream = null;
  if (!main() || document.hidden) return;
  stream = new EventSource(`${home()}/events`);
  stream.addEventListener("revision", ({ data }) => {
    offline(false);
    wanted = Number(data);
    catchUp();
  });
  stream.addEventListener("error", () => offline(navigator.onLine === false || stream?.readyState !== EventSource.OPEN));
}

const seenKey = () => `seen-${main().dataset.match}`;

// After every change of the page: lay the buttons, keep the log's line in view, remember what was seen.
function settle() {
  place();
  const turn = $("#players .turn");
  if (turn) $("#players").scrollLeft = turn.offsetLeft - $("#players").offsetLeft;
  const now = $("#log .now");
  if (now) $("#log").scrollTop = now.offsetTop - $("#log").clientHeight / 2;
  for (const copy of document.querySelectorAll(".copy")) copy.hidden = !navigator.clipboard;
  if (main().dataset.live === "1") localStorage.setItem(seenKey(), number("ply"));
  if (innerWidth < 960 && !settle.folded) $("#log-box").open = false;
  settle.folded = true;
}

function offerWhatHappened() {
  const seen = Number(localStorage.getItem(seenKey()) ?? NaN);
  const away = $("#away");
  if (main().dataset.live !== "1" || !(seen < number("ply") - 1)) return;
  away.hidden = false;
  $("button", away).addEventListener("click", async () => {
    away.hidden = true;
    $("#board").scrollIntoView({ block: "nearest" });
    await showMoves(Math.max(seen, number("ply") - 60), number("ply"));
    load();
  });
}

addEventListener("submit", (event) => {
  const form = event.target;
  const here = main() && target(form).startsWith(`${home()}/`);
  if (!here || /\/(rematch|link)$/.test(target(form))) return;
  event.preventDefault();
  stopShowing();
  const version = number("version");
  if (sending === version) return;
  sending = version;
  send(form, event.submitter).finally(() => sending === version && (sending = null));
});

addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (event.target.closest("#board")) stopShowing();
  if (link?.closest("#log, #steps, #sure") && main() && link.pathname === home() && !event.metaKey && !event.ctrlKey) {
    event.preventDefault();
    stopShowing();
    history.replaceState(null, "", link.href);
    load();
  }
  const copy = event.target.closest(".copy");
  if (copy) {
    navigator.clipboard.writeText(document.getElementById(copy.dataset.copy).value);
    copy.textContent = copy.dataset.done;
  }
});

addEventListener("keydown", (event) => {
  if (!main() || event.target.matches("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowLeft: "#to-back", ArrowRight: "#to-next", Home: "#to-start", End: "#to-live" }[event.key];
  if (to) {
    event.preventDefault();
    $(to).click();
  }
});

addEventListener("visibilitychange", () => {
  listen();
  if (!document.hidden && main()?.dataset.live === "1") load();
});
addEventListener("online", () => main() && load());
addEventListener("offline", () => offline(true));
addEventListener("pageshow", (event) => event.persisted && main() && load());

// The proof, recomputed here: the same steps as docs/proof.md.
async function recompute(button) {
  const bytes = Uint8Array.from($("#seed").textContent.match(/../g), (pair) => parseInt(pair, 16));
  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const sealed = hex(await crypto.subtle.digest("SHA-256", bytes)) === $("#seal").textContent;
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const range = 1n << 256n;
  let good = 0;
  const rows = [...document.querySelectorAll("tr[data-draw]")];
  for (const { dataset } of rows) {
    const outcomes = BigInt(dataset.outcomes);
    for (let attempt = 0; ; attempt += 1) {
      const message = attempt ? `${dataset.draw}.${attempt}` : dataset.draw;
      const value = BigInt("0x" + hex(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(message))));
      if (value >= range - (range % outcomes)) continue;
      good += Number(value % outcomes) === Number(dataset.index);
      break;
    }
  }
  const right = sealed && good === rows.length;
  const said = right ? button.dataset.good.replace("%g", good).replace("%n", rows.length) : button.dataset.bad;
  $("#recomputed").textContent = (right ? "✓ " : "✗ ") + said;
}

const button = $("#recompute");
if (button && crypto.subtle) {
  button.hidden = false;
  button.addEventListener("click", () => recompute(button));
}
if (main()) {
  offerWhatHappened();
  settle();
  listen();
}
