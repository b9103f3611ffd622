// Figures as SVG files of their own: with what the style sheet says of them, and with the labels that stand around them.
const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "color", "font-size", "font-weight", "font-family", "text-anchor", "vector-effect"];
const dressed = (svg) => {
  const copy = svg.cloneNode(true), from = [svg, ...all("*", svg)];
  [copy, ...all("*", copy)].forEach((node, i) => {
    const style = getComputedStyle(from[i]);
    for (const name of STYLES) node.style.setProperty(name, style.getPropertyValue(name));
  });
  for (const node of [copy, ...all("*", copy)]) node.removeAttribute("class");
  return copy;
};
const placed = (svg, x, y, width, height) => {
  const copy = dressed(svg);
  for (const [key, value] of Object.entries({ x, y, width, height, overflow: "visible" })) copy.setAttribute(key, value);
  return copy;
};
const ink = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const written = (text, x, y, anchor = "start", size = 13, weight = 400) =>
  draw("text", { x, y, fill: ink("--ink"), "text-anchor": anchor, "font-size": size, "font-weight": weight, "font-family": "sans-serif" }, text);
const sheet = (width, height) => {
  const svg = draw("svg", { xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}` });
  svg.append(draw("rect", { width, height, fill: ink("--paper") }));
  return svg;
};
const percent = (text) => Number.parseFloat(text) / 100;
// A ranking: names, scores, intervals and their scale.
const plottedTable = (table) => {
  const rows = Array.from(table.tBodies[0].rows), line = 24, left = 260, width = 760, right = 24, top = 10;
  const looks = all(".legend-list li", table), below = top + line * rows.length + 26;
  const svg = sheet(width, below + 8 + looks.length * 18), wide = width - left - right;
  rows.forEach((row, i) => {
    const y = top + i * line, name = row.querySelector("th.system"), score = row.querySelector("td.strong");
    svg.append(written(name.textContent.trim(), left - 74, y + 16, "end"), written(score.textContent.trim(), left - 14, y + 16, "end", 13, 600));
    svg.append(placed(row.querySelector("td.plot svg"), left, y, wide, line - 2));
  });
  for (const tick of all("tfoot .ticks span", table)) svg.append(written(tick.textContent, left + wide * percent(tick.style.left), top + line * rows.length + 18, "middle", 11));
  looks.forEach((look, i) => svg.append(placed(look.querySelector("svg"), left, below + i * 18, 14, 14), written(look.textContent.trim(), left + 22, below + 12 + i * 18)));
  return svg;
};
// A mixed colour as plain numbers, which every program that draws SVG reads.
const plainColour = (colour) => {
  const canvas = make("canvas").getContext("2d");
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return `rgb(${Array.from(canvas.getImageData(0, 0, 1, 1).data).slice(0, 3).join(",")})`;
};
// A matrix in the order that is shown: names, coloured fields, differences over their p.
const plottedMatrix = (table, label) => {
  const names = all("tbody th.system", table).map((cell) => cell.textContent.trim()), wide = 74, high = 36;
  const short = (name) => (name.length > 28 ? `${name.slice(0, 27)}…` : name);
  const room = 26 + 8.4 * Math.max(...names.map((name) => short(name).length)), top = 48 + room * 0.72;
  const svg = sheet(room + names.length * wide + Math.max(24, room * 0.72 - wide / 2), top + names.length * high + 16);
  svg.append(written(label, 12, 24, "start", 15, 600));
  names.forEach((name, i) => {
    const x = room + (i + 0.5) * wide, head = written(short(name), x, top - 8);
    head.setAttribute("transform", `rotate(-45 ${x} ${top - 8})`);
    svg.append(head, written(short(name), room - 10, top + i * high + 22, "end"));
  });
  Array.from(table.tBodies[0].rows).forEach((row, r) => Array.from(row.cells).slice(1).forEach((cell, c) => {
    const inner = cell.firstElementChild, x = room + c * wide, y = top + r * high;
    if (!inner) return;
    const small = inner.querySelector("small"), symbol = inner.querySelector(".sym").textContent.trim();
    const delta = textOf(cell).replace(/ \(.*/, "");
    svg.append(draw("rect", { x: x + 1, y: y + 1, width: wide - 2, height: high - 2, rx: 3, fill: plainColour(getComputedStyle(cell).backgroundColor) }));
    svg.append(written(`${symbol} ${delta}`.trim(), x + wide - 7, y + 16, "end", 12), written(small.textContent, x + wide - 7, y + 29, "end", 10));
  }));
  return svg;
};
// A figure of panels: title, legend, axes.
const plottedFigure = (figure) => {
  const plots = all(".plot-grid", figure), width = 760, left = 64, wide = width - left - 24, high = 260, each = high + 56;
  const looks = all(".legend-list li", figure), top = 34 + looks.length * 18;
  const svg = sheet(width, top + plots.length * each + 30);
  const shapes = document.querySelector("svg.shapes defs");
  if (shapes) svg.append(shapes.cloneNode(true));
  svg.append(written(figure.querySelector(".figure-title").textContent.trim(), 12, 22, "start", 15, 600));
  looks.forEach((look, i) => {
    if (look.querySelector("svg")) svg.append(placed(look.querySelector("svg"), 12, 32 + i * 18, 28, 12));
    svg.append(written(look.textContent.trim(), 48, 43 + i * 18));
  });
  plots.forEach((plot, i) => {
    const y = top + i * each + 24;
    const before = plot.previousElementSibling, called = before && before.matches(".panel-name, .y-label") ? before.textContent.trim() : "";
    svg.append(written(called, 12, y - 10, "start", 12), placed(plot.querySelector("svg"), left, y, wide, high));
    for (const tick of all(".y-ticks span", plot)) svg.append(written(tick.textContent, left - 8, y + high * percent(tick.style.top) + 4, "end", 11));
    for (const tick of all(".x-ticks span", plot)) svg.append(written(tick.textContent, left + wide * percent(tick.style.left), y + high + 18, "middle", 11));
  });
  const below = figure.querySelector(".x-label");
  if (below) svg.append(written(below.textContent.trim(), left + wide / 2, top + plots.length * each + 22, "middle", 12));
  return svg;
};
const saveSvg = (name, svg) => saveFile(`${name}.svg`, new XMLSerializer().serializeToString(svg), "image/svg+xml");
for (const figure of all("figure.figure")) {
  const title = figure.querySelector(".figure-title").textContent.trim();
  if (figure.querySelector(".plot-grid")) figure.append(actions(title, [["SVG", () => saveSvg(fileName(title), plottedFigure(figure))]]));
}
const pairFigure = $("pair-null");
if (pairFigure) {
  pairFigure.append(actions("The null distribution", [["SVG", () => {
    const shown = $("pair-plot").firstElementChild, svg = sheet(shown.clientWidth, shown.clientHeight);
    svg.append(placed(shown, 0, 0, shown.clientWidth, shown.clientHeight));
    saveSvg(fileName($("pair-title").textContent), svg);
  }]]));
}
