// A phone as the camera: shows the game one picture after the other, whenever it asks for one.
"use strict";

// A sentence, in the language in which the page was served; `slots` fill its braces.
const say = (words, slots = {}) => words.replace(/{(\w+)}/g, (_, name) => slots[name]);
const $ = (id) => document.getElementById(id);
const view = $("view");
const NEW_PICTURE_MS = 1500; // a camera that brings none for so long gives none
const SETTLING_MS = 1500;
const AGAIN_MS = 1000;
// Why the game has hung up for good; after anything else the page comes back by itself.
const FOR_GOOD = new Set([4001, 4003, 4008]);

const known = new URLSearchParams(location.hash.slice(1)).get("code") || "";
let code = known.replace(/\D/g, "");
let name = "";
try {
  name = sessionStorage.getItem("phone") || "";
} catch { /* a browser that keeps nothing: another name each time */ }
if (!name) {
  name = Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16)).join("");
  try { sessionStorage.setItem("phone", name); } catch { /* the same */ }
}

let line = null; // to the game
let held = null; // what the camera is to hold
let light = false;
let awake = null;

const write = (id, words) => { if ($(id).textContent !== words) $(id).textContent = words || ""; };
const track = () => view.srcObject && view.srcObject.getVideoTracks()[0];
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

// -- the camera

async function openCamera() {
  const now = track();
  if (now && now.readyState === "live" && !now.muted) {
    await view.play().catch(() => {});
    return;
  }
  if (now) now.stop();
  const wish = { facingMode: { ideal: "environment" }, width: { ideal: 3840 }, height: { ideal: 2160 } };
  view.srcObject = await navigator.mediaDevices.getUserMedia({ audio: false, video: wish });
  track().onended = () => { if (!document.hidden) openCamera().catch(cameraFailed); };
  await view.play();
  if (held) await hold(held);
  await setLight(light);
  $("torch").hidden = !can().torch;
}

function cameraFailed(error) {
  const why = error.name === "NotAllowedError"
    ? say("The browser may not use the camera: allow it for this page, then load it again.")
    : say("The camera does not open ({name}): end calls and other programs that use it.", error);
  write("trouble", why);
  $("start").hidden = false;
}

const can = () => (track() && track().getCapabilities ? track().getCapabilities() : {});
const offers = (mode, word) => Array.isArray(can()[mode]) && can()[mode].includes(word);
const set = (wish) => track().applyConstraints({ advanced: [wish] }).catch(() => {});
const within = (range, value) => Math.min(range.max, Math.max(range.min, value));

async function setLight(on) {
  light = on && Boolean(can().torch);
  if (can().torch) await set({ torch: light });
  $("torch").setAttribute("aria-pressed", light);
}

// Exposure, colour and focus as they were when the camera was calibrated, each as far as it goes.
async function hold(wanted) {
  held = wanted;
  const all = can();
  if (wanted.exposure_us && all.exposureTime && offers("exposureMode", "manual")) {
    await set({ exposureMode: "manual", exposureTime: within(all.exposureTime, wanted.exposure_us / 100) });
  }
  if (wanted.gain && all.iso && offers("exposureMode", "manual")) {
    await set({ exposureMode: "manual", iso: within(all.iso, wanted.gain * 100) });
  }
  if (wanted.white_balance_k && all.colorTemperature && offers("whiteBalanceMode", "manual")) {
    const colour = within(all.colorTemperature, wanted.white_balance_k);
    await set({ whiteBalanceMode: "manual", colorTemperature: colour });
  }
  if (wanted.focus && all.focusDistance && offers("focusMode", "manual")) {
    await set({ focusMode: "manual", focusDistance: within(all.focusDistance, wanted.focus) });
  }
}

async function settle() {
  held = null;
  for (const mode of ["exposureMode", "whiteBalanceMode", "focusMode"]) {
    if (offers(mode, "continuous")) await set({ [mode]: "continuous" });
  }
  await wait(SETTLING_MS);
}

// What the browser tells of what the camera holds; nothing of what it could not hold.
function settings() {
  const now = track().getSettings();
  const found = {};
  if (offers("exposureMode", "manual") && now.exposureTime) found.exposure_us = now.exposureTime * 100;
  if (offers("exposureMode", "manual") && now.iso) found.gain = now.iso / 100;
  if (offers("whiteBalanceMode", "manual") && now.colorTemperature) found.white_balance_k = now.colorTemperature;
  if (offers("focusMode", "manual") && now.focusDistance) found.focus = now.focusDistance;
  const words = {
    exposure_us: say("exposure"), gain: say("brightness"), white_balance_k: say("colour"),
    focus: say("focus"),
  };
  const names = Object.keys(found).map((name) => words[name]);
  write("held", held ? (names.length ? say("Held: {names}.", { names: names.join(", ") })
    : say("This browser cannot hold exposure and focus: keep the light as it is.")) : "");
  return found;
}

// -- pictures

let fresh = Promise.resolve();
const nextPicture = () => (view.requestVideoFrameCallback
  ? new Promise((done) => view.requestVideoFrameCallback(() => done(true)))
  : wait(66).then(() => true));

const canvas = document.createElement("canvas");
const pen = canvas.getContext("2d", { alpha: false });

// One picture, or null: the page is not in front, or the camera brings none.
async function picture(width, quality) {
  if (document.hidden) return null;
  const came = await Promise.race([fresh, wait(NEW_PICTURE_MS).then(() => false)]);
  if (came === false || document.hidden || !view.videoWidth) return null;
  const scale = Math.min(1, width / view.videoWidth);
  canvas.width = Math.round(view.videoWidth * scale);
  canvas.height = Math.round(view.videoHeight * scale);
  pen.drawImage(view, 0, 0, canvas.width, canvas.height);
  fresh = nextPicture();
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
}

// -- the game

async function answer(asked) {
  const to = line;
  const reply = (content) => { if (to.readyState === WebSocket.OPEN) to.send(content); };
  switch (asked.want) {
    case "frame": case "still": {
      const taken = await picture(asked.width, asked.quality);
      reply(taken || JSON.stringify({ cannot: document.hidden ? "hidden" : "camera" }));
      break;
    }
    case "hold":
      await hold(asked.hold || {});
      reply(JSON.stringify({ settings: settings() }));
      break;
    case "settings":
      await settle();
      reply(JSON.stringify({ settings: settings() }));
      break;
  }
}

function connect() {
  write("state", say("Looking for the game …"));
  line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/pictures`);
  line.onopen = () => line.send(JSON.stringify({ code, phone: name }));
  line.onmessage = (event) => {
    const said = JSON.parse(event.data);
    if (said.refused) write("trouble", said.refused);
    if (said.welcome) {
      write("trouble", "");
      write("state", say("Connected. Leave this page open."));
      write("told", said.tell);
      if (said.hold) hold(said.hold).then(settings);
    }
    else if (said.tell !== undefined) write("told", said.tell);
    if (said.want) answer(said).catch(cameraFailed);
  };
  line.onclose = (event) => {
    if (FOR_GOOD.has(event.code)) {
      write("state", "");
      $("door").hidden = event.code !== 4003;
      $("start").hidden = event.code === 4003;
      return;
    }
    write("state", say("The game does not answer; trying again …"));
    setTimeout(connect, AGAIN_MS);
  };
}

async function stayAwake() {
  if (!("wakeLock" in navigator) || document.hidden) return;
  awake = await navigator.wakeLock.request("screen").catch(() => null);
}

async function start() {
  write("trouble", "");
  $("start").hidden = true;
  $("door").hidden = true;
  if (!navigator.mediaDevices) {
    write("trouble", say("This browser gives no camera to this page: open it by https://."));
    return;
  }
  try {
    await openCamera();
  } catch (error) {
    cameraFailed(error);
    return;
  }
  stayAwake();
  if (!line || line.readyState >= WebSocket.CLOSING) connect();
}

document.addEventListener("visibilitychange", () => { // after a call, or when it was locked
  if (document.hidden) return;
  fresh = Promise.resolve();
  openCamera().catch(cameraFailed);
  stayAwake();
});
$("torch").onclick = () => setLight(!light);
$("start").onclick = start;
$("door").onsubmit = (event) => {
  event.preventDefault();
  code = $("code").value.replace(/\D/g, "");
  start();
};
if (code) start(); else $("door").hidden = false;
