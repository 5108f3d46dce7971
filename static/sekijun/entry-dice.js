// Dice instead of a score: six faces to tap. The digits in the text field are what counts; this only draws and adds.
"use strict";
(() => {
  const PIPS = {
    1: [[5, 5]],
    2: [[2.6, 2.6], [7.4, 7.4]],
    3: [[2.6, 2.6], [5, 5], [7.4, 7.4]],
    4: [[2.6, 2.6], [7.4, 2.6], [2.6, 7.4], [7.4, 7.4]],
    5: [[2.6, 2.6], [7.4, 2.6], [5, 5], [2.6, 7.4], [7.4, 7.4]],
    6: [[2.6, 2.4], [7.4, 2.4], [2.6, 5], [7.4, 5], [2.6, 7.6], [7.4, 7.6]],
  };
  const SVG = "http://www.w3.org/2000/svg";
  const shape = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  function die(face) {
    const drawn = shape("svg", { class: "die", viewBox: "-.5 -.5 11 11", "aria-hidden": "true" });
    drawn.append(shape("rect", { width: 10, height: 10, rx: 2 }));
    for (const [cx, cy] of PIPS[face]) drawn.append(shape("circle", { cx, cy, r: 1 }));
    return drawn;
  }

  const faces = text => [...text.normalize("NFKC")].filter(face => PIPS[face]);

  function equip(pad) {
    if (pad.querySelector(".faces")) return;
    const text = pad.querySelector(".dice-text"), row = document.createElement("div");
    row.className = "faces";
    for (const face of Object.keys(PIPS)) row.append(button(die(face), `${text.form.dataset.sayDie} ${face}`, face));
    const slots = document.createElement("span");
    slots.className = "dice";
    slots.setAttribute("aria-hidden", "true");
    pad.append(button("⌫", text.form.dataset.sayErase, ""), slots, row);
    draw(pad);
  }

  function button(content, label, face) {
    const made = Object.assign(document.createElement("button"), { type: "button", className: "button face" });
    made.dataset.face = face;
    made.setAttribute("aria-label", label);
    made.append(content);
    return made;
  }

  function draw(pad) {
    pad.querySelector(".dice")?.replaceChildren(...faces(pad.querySelector(".dice-text").value).map(die));
  }

  // The referee computes the score for itself; this is for the eye, and a score typed by hand is left alone.
  function score(pad) {
    const rolled = faces(pad.querySelector(".dice-text").value);
    const field = pad.closest("form").elements[pad.dataset.score];
    if (field.value !== "" && field.value !== field.dataset.filled) return;
    const most = Math.max(0, ...Object.keys(PIPS).map(face => rolled.filter(one => one === face).length));
    const whole = rolled.length >= Number(pad.closest("form").dataset.pageDice) - 2;
    field.value = field.dataset.filled = whole ? String(most + (most === rolled.length ? 1 : 0)) : "";
  }

  function equipAll() {
    document.querySelectorAll("#entry-form .pad").forEach(equip);
  }

  document.addEventListener("click", event => {
    const tapped = event.target.closest("#entry-form .face");
    if (!tapped) return;
    const text = tapped.closest(".pad").querySelector(".dice-text");
    text.value = tapped.dataset.face ? text.value + tapped.dataset.face : text.value.slice(0, -1);
    text.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });

  document.addEventListener("input", event => {
    if (!event.target.matches("#entry-form .dice-text")) return;
    const pad = event.target.closest(".pad");
    draw(pad);
    score(pad);
  });

  document.addEventListener("htmx:afterSettle", equipAll);
  equipAll();
})();
