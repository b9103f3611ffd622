// One pair: its numbers, and what the test held its difference against.
const dialog = $("pair");
let opened = null;
const number = (value, decimals) => (value === null || value === undefined ? "none" : value.toFixed(decimals));
const interval = (ends, decimals) => (ends ? `[${signed(ends[0], decimals)}, ${signed(ends[1], decimals)}]` : "none");
const metricOf = (pair) => {
  const spellings = [...new Set(stored.scores.map((row) => row.metric))];
  return data.metrics[spellings.indexOf(pair.metric)];
};
const openPair = (index) => {
  const pair = stored.pairs[index], metric = metricOf(pair), places = metric.decimals, method = stored.method;
  opened = index;
  $("pair-title").replaceChildren(named(pair.system), " − ", named(pair.against), ", ", named(metric.name));
  const verdict = $("pair-verdict");
  const says = { better: "is better than", worse: "is worse than", equivalent: "has the same statistics as" };
  verdict.replaceChildren();
  if (says[pair.verdict]) verdict.append(named(pair.system), ` ${says[pair.verdict]} `, named(pair.against), ".");
  else if (pair.verdict === "within margin") verdict.append("The difference is not significant, and significantly smaller than the margin.");
  else verdict.append("The difference is not significant" + (pair.reason ? `: ${pair.reason}.` : "."));
  const level = Number((100 * method.confidence_level).toPrecision(6)) + "%";
  const entries = [
    ["difference", signed(pair.difference, places)],
    [`${level} interval, alone`, interval(pair.interval, places)],
    [`simultaneous ${level} interval`, interval(pair.interval_simultaneous, places)],
    ["p", pText(pair.p_value) + (pair.monte_carlo_error ? ` ± ${pText(pair.monte_carlo_error)}` : "")],
    ["adjusted p", pText(pair.p_adjusted)],
    ["detectable", number(pair.minimum_detectable, places)],
    ["effect size", pair.effect_size === null ? "none" : signed(pair.effect_size, 2)],
  ];
  if (pair.shares) entries.push([`${method.unit}s: better, tied, worse`, pair.shares.map((share) => (100 * share).toFixed(1) + "%").join(", ")]);
  if (pair.p_equivalence !== null && pair.p_equivalence !== undefined) entries.push(["p of equivalence", pText(pair.p_equivalence)]);
  if (pair.interval_p_adjusted) entries.push(["adjusted p with unlimited draws", `[${pair.interval_p_adjusted.map(pText).join(", ")}]`]);
  if (pair.n_draws) entries.push(["draws", pair.n_draws.toLocaleString("en")]);
  $("pair-numbers").replaceChildren(...entries.map(([name, value]) => {
    const entry = make("div");
    entry.append(make("dt", "", name), make("dd", "", value));
    return entry;
  }));
  offerSegments(pair, metric);
  address.set("pair", pair.system, pair.against, pair.metric);
  if (!dialog.open) dialog.showModal();
  drawNull(index, pair, metric);
};
// From a pair to the texts behind it: the segments on which either is ahead under the same metric.
const offerSegments = (pair, metric) => {
  const place = $("pair-segments"), known = $("segment-a") ? Array.from($("segment-a").options, (option) => option.text) : [];
  const names = [pair.system, pair.against].map(plainText);
  const buttons = names.every((name) => known.includes(name)) ? names.map((name, i) => {
    const button = make("button");
    button.type = "button";
    button.append("Segments on which ", named([pair.system, pair.against][i]), " is ahead");
    button.addEventListener("click", () => {
      dialog.close();
      showSegments().compare(names[0], names[1], metric.name, i ? "against better first" : "system better first");
      $("segments").scrollIntoView();
      $("segment-a").focus({ preventScroll: true });
    });
    return button;
  }) : [];
  place.replaceChildren(...buttons);
};
const niceTicks = (low, high, most) => {
  const least = (high - low) / most, power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= least * (1 - 1e-9));
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9)), ticks = [];
  for (let k = Math.ceil(low / step); k <= Math.floor(high / step); k += 1) ticks.push([k * step, minus((k * step).toFixed(decimals))]);
  return ticks;
};
const drawNull = (index, pair, metric) => {
  const found = data.nulls[index], figure = $("pair-null");
  figure.hidden = !found;
  $("pair-no-null").hidden = Boolean(found);
  if (!found) return;
  const [start, size, counts] = found, total = counts.reduce((sum, count) => sum + count, 0);
  const plot = $("pair-plot"), width = Math.max(280, plot.clientWidth), height = 250;
  const left = 46, right = 14, top = 34, bottom = 42, observed = pair.difference, isTwoSided = stored.method.alternative === "two-sided";
  const ends = [start, start + size * counts.length, observed, isTwoSided ? -observed : observed];
  const reach = (Math.max(...ends) - Math.min(...ends)) * 0.05 || 1;
  const low = Math.min(...ends) - reach, high = Math.max(...ends) + reach, most = Math.max(...counts);
  const x = (value) => left + (value - low) / (high - low) * (width - left - right);
  const y = (count) => height - bottom - count / most * (height - top - bottom);
  const label = `Histogram of ${total.toLocaleString("en")} differences under the null hypothesis, from ${signed(start, metric.decimals)} to ${signed(start + size * counts.length, metric.decimals)}; the observed difference is ${signed(observed, metric.decimals)}.`;
  const svg = draw("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  for (const [value, text] of niceTicks(0, most / total * 100, 4)) {
    const at = y(value / 100 * total);
    svg.append(draw("line", { class: "grid", x1: left, x2: width - right, y1: at, y2: at }));
    svg.append(draw("text", { x: left - 6, y: at + 4, "text-anchor": "end" }, text + "%"));
  }
  const stretch = Math.abs(observed) * (1 - 1e-9);
  counts.forEach((count, i) => {
    if (!count) return;
    const from = start + i * size, middle = from + size / 2;
    const side = stored.method.alternative === "two-sided" ? Math.abs(middle) : (stored.method.alternative === "better") === metric.higher ? middle : -middle;
    const bound = isTwoSided ? stretch : (stored.method.alternative === "better") === metric.higher ? observed : -observed;
    svg.append(draw("rect", { class: side >= bound ? "bar-out" : "bar-in", x: x(from) + 0.5, width: Math.max(1, x(from + size) - x(from) - 1), y: y(count), height: height - bottom - y(count) }));
  });
  svg.append(draw("line", { class: "axis", x1: left, x2: width - right, y1: height - bottom, y2: height - bottom }));
  for (const [value, text] of niceTicks(low, high, width < 420 ? 4 : 7)) {
    svg.append(draw("line", { class: "axis", x1: x(value), x2: x(value), y1: height - bottom, y2: height - bottom + 4 }));
    svg.append(draw("text", { x: x(value), y: height - bottom + 17, "text-anchor": "middle" }, text));
  }
  svg.append(draw("text", { x: (left + width - right) / 2, y: height - 6, "text-anchor": "middle" }, `difference in ${metric.name}`));
  if (isTwoSided && observed !== 0) svg.append(draw("line", { class: "mirror", x1: x(-observed), x2: x(-observed), y1: top, y2: height - bottom }));
  svg.append(draw("line", { class: "seen", x1: x(observed), x2: x(observed), y1: top - 6, y2: height - bottom }));
  const anchor = x(observed) > width * 0.75 ? "end" : x(observed) < width * 0.25 ? "start" : "middle";
  svg.append(draw("text", { class: "now", x: x(observed), y: top - 14, "text-anchor": anchor }, `observed ${signed(observed, metric.decimals)}`));
  plot.replaceChildren(svg);
  const caption = figure.querySelector("figcaption");
  caption.textContent = `What the difference would be if the systems did not differ: ${total.toLocaleString("en")} draws (${stored.method.test}). ` +
    `${isTwoSided ? "The line is the observed difference, the dashed one its mirror image" : "The line is the observed difference"}; bars in colour lie as far out, and p is the share of such draws.`;
};
document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-pair]");
  if (target) openPair(Number(target.dataset.pair));
});
if (dialog) $("pair-close").addEventListener("click", () => dialog.close());
if (dialog) dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
if (dialog) dialog.addEventListener("close", () => { opened = null; address.set("pair"); });
window.addEventListener("resize", () => { if (opened !== null) openPair(opened); });
