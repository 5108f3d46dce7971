// Sends a sheet again by itself when the site is busy or the connection is lost. The key on the sheet makes it one report.
"use strict";
(() => {
  const PAUSES_S = [3, 6, 12, 24, 48], LONGEST_PAUSE_S = 60;
  const BUSY = new Set([502, 503, 504]);
  const form = () => document.getElementById("entry-form");
  let timer = 0, tries = 0, wanted = "", automatic = false;

  htmx.config.timeout = 30000; // longer than the server waits for its database

  function stop() {
    clearTimeout(timer);
    timer = 0;
    delete form().dataset.waiting;
  }

  function again() {
    stop();
    automatic = true;
    [...form().querySelectorAll('[name="do"]')].find(button => button.value === wanted)?.click();
    automatic = false;
  }

  // A draft has no key: sent twice, it would be two.
  function wait(words, least = 0) {
    if (wanted === "draft" || tries === PAUSES_S.length) return;
    const pause = Math.min(LONGEST_PAUSE_S, Math.max(PAUSES_S[tries], least));
    tries += 1;
    const told = { "{seconds}": pause, "{attempt}": tries, "{limit}": PAUSES_S.length };
    document.getElementById("state").textContent = words.replace(/\{\w+\}/g, name => told[name]);
    document.getElementById("state").dataset.kind = "waiting";
    form().dataset.waiting = "";
    timer = setTimeout(again, pause * 1000);
  }

  document.addEventListener("htmx:configRequest", event => {
    if (event.target.id !== "entry-form") return;
    stop();
    if (!automatic) tries = 0;
    wanted = event.detail.parameters.do;
  });

  // Whoever goes on typing decides when to send.
  document.addEventListener("input", event => {
    if (event.target.closest("#entry-form")) stop();
  });

  document.addEventListener("htmx:sendError", event => {
    if (event.target.id === "entry-form") wait(form().dataset.sayLost);
  });
  document.addEventListener("htmx:timeout", event => htmx.trigger(event.target, "htmx:sendError", event.detail));
  document.addEventListener("htmx:responseError", event => {
    const { xhr } = event.detail;
    if (event.target.id === "entry-form" && BUSY.has(xhr.status))
      wait(form().dataset.sayWaiting, Number(xhr.getResponseHeader("Retry-After")) || 0);
  });

  addEventListener("online", () => {
    if (timer) again();
  });
})();
