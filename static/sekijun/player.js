// The rating curve with uPlot: what happened at a table is told under the curve, dragging zooms, a double click goes
// back. The server's SVG stays for paper, and for browsers in which this file doesn't run.
(() => {
  "use strict";

  const box = document.querySelector(".curve-box");
  const data = document.getElementById("curve-data");
  if (!box || !data || !window.uPlot) return;
  const { ratings, said } = JSON.parse(data.textContent);
  if (ratings.length < 3) return;

  const drawing = box.querySelector(".curve");
  const told = box.querySelector(".curve-said");
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const place = document.createElement("div");
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", drawing.getAttribute("aria-label"));
  box.prepend(place);
  box.classList.add("live");

  const width = () => box.clientWidth;
  const height = () => Math.max(180, Math.min(300, Math.round(width() * 0.3)));
  const font = () => `12px ${getComputedStyle(document.body).fontFamily}`;
  const tell = (chart) => {
    told.textContent = said[chart.cursor.idx ?? ratings.length - 1];
  };
  const axis = (more) => ({ stroke: () => colour("--muted"), font: font(), ticks: { show: false }, ...more });

  const chart = new window.uPlot(
    {
      width: width(),
      height: height(),
      legend: { show: false },
      scales: { x: { time: false }, y: { range: (_, low, high) => [low - 5, high + 5] } },
      cursor: { y: false, points: { size: 11 } },
      axes: [
        axis({ grid: { show: false }, values: (_, marks) => marks.map((mark) => (Number.isInteger(mark) ? mark : "")) }),
        axis({ grid: { stroke: () => colour("--line"), width: 1 }, size: 56 }),
      ],
      series: [
        {},
        {
          stroke: () => colour("--link"),
          width: 2,
          paths: window.uPlot.paths.stepped({ align: 1 }),
          points: { show: ratings.length <= 120, size: 7, fill: () => colour("--link") },
        },
      ],
      hooks: { setCursor: [tell] },
    },
    [ratings.map((_, index) => index), ratings],
    place,
  );

  tell(chart);
  window.addEventListener("resize", () => chart.setSize({ width: width(), height: height() }));
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => chart.redraw());
})();
