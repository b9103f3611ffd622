"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
  const make = (tag, className, text) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const SVG = "http://www.w3.org/2000/svg";
  const draw = (tag, attributes, text) => {
    const node = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  };
  document.documentElement.classList.add("scripted");
  const data = $("data") ? JSON.parse($("data").textContent) : { buckets: [] }; // a page of tables alone has none
  const stored = JSON.parse($("stored").textContent);

  // Numbers as the tables write them.
  const minus = (text) => text.replace("-", "−");
  const signed = (value, decimals) => minus((value > 0 ? "+" : "") + (value || 0).toFixed(decimals));
  const pText = (p) => (p >= 0.00095 || p === 0 ? p.toFixed(4) : String(Number(p.toPrecision(1))));

  // Hidden characters, and those that steer direction, shown by their numbers.
  const HIDDEN = /([\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff])/;
  const appendText = (node, text) => {
    text.split(HIDDEN).forEach((part, i) => {
      if (i % 2 === 0) {
        if (part) node.append(part);
      } else {
        node.append(make("span", "hidden-char", "U+" + part.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")));
      }
    });
  };
  const named = (name) => {
    const node = make("bdi");
    appendText(node, name);
    return node;
  };

  // Which metric is shown.
  const showMetric = (value) => {
    for (const block of all(".metric-block")) block.classList.toggle("off", value !== "all" && block.dataset.metric !== value);
  };
  const radios = all("input[name=metric]");
  for (const radio of radios) radio.addEventListener("change", () => showMetric(radio.value));
  if (radios.length) showMetric((radios.find((radio) => radio.checked) || radios[0]).value);

  // The matrix: order of rows and columns, and arrow keys from field to field.
  const orders = {
    given: (a, b) => a.dataset.given - b.dataset.given,
    name: (a, b) => a.dataset.name.localeCompare(b.dataset.name),
    rank: (a, b) => a.dataset.rank - b.dataset.rank,
  };
  for (const table of all("table.matrix[id]")) { // not that of contradictions, which has no order
    const head = table.tHead.rows[0];
    const columns = () => Array.from(head.cells).slice(1);
    columns().forEach((cell, i) => { cell.dataset.rank = i; });
    Array.from(table.tBodies[0].rows).forEach((row, i) => { row.dataset.rank = i; });
    const roam = () => {
      const buttons = all("td button", table);
      buttons.forEach((button, i) => { button.tabIndex = i ? -1 : 0; });
    };
    roam();
    table.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
      const cell = event.target.closest("td");
      if (!step || !cell) return;
      event.preventDefault();
      const rows = table.tBodies[0].rows;
      let row = cell.parentNode.sectionRowIndex, column = cell.cellIndex, next = null;
      do {
        row += step[0];
        column += step[1];
        if (!rows[row] || column < 1 || column >= rows[row].cells.length) return;
        next = rows[row].cells[column].querySelector("button");
      } while (!next);
      for (const button of all("td button", table)) button.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
    table.reorder = (order) => {
      const places = columns().map((cell, i) => [cell, i + 1]).sort((x, y) => orders[order](x[0], y[0]));
      const rows = Array.from(table.tBodies[0].rows).sort(orders[order]);
      for (const row of [head, ...rows]) {
        const cells = Array.from(row.cells);
        for (const [, place] of places) row.append(cells[place]);
      }
      table.tBodies[0].append(...rows);
      roam();
    };
  }
  for (const select of all(".matrix-order")) {
    select.addEventListener("change", () => $("matrix-" + select.dataset.metric).reorder(select.value));
  }

  // The list of pairs: sorted by a click on a heading, filtered by name and verdict.
  for (const table of all("table.sortable")) {
    for (const head of all("th[data-sort]", table)) {
      const button = make("button", "", head.textContent);
      button.type = "button";
      head.dataset.label = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of all("th", table)) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        table.classList.toggle("resorted", down || head.cellIndex > 0); // lines between clusters follow the ranks
        const value = (row) => {
          const cell = row.cells[head.cellIndex];
          if (head.dataset.sort !== "number") return cell.textContent;
          return cell.dataset.value === "" ? Infinity : Number(cell.dataset.value);
        };
        const sign = down ? -1 : 1;
        const rows = Array.from(table.tBodies[0].rows).map((row) => [value(row), row]);
        rows.sort(([x], [y]) => sign * (typeof x === "number" ? x - y : x.localeCompare(y)) || 0);
        table.tBodies[0].append(...rows.map(([, row]) => row));
      });
    }
  }
  const filterPairs = (metric) => {
    const table = $("pairs-" + metric), root = table.closest("details");
    const wanted = root.querySelector(".pair-search").value.trim().toLowerCase();
    const verdict = root.querySelector(".pair-verdict").value;
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      const names = (row.cells[0].textContent + "\n" + row.cells[1].textContent).toLowerCase();
      row.hidden = !(names.includes(wanted) && (!verdict || row.dataset.verdict === verdict));
      if (!row.hidden) shown += 1;
    }
    root.querySelector(".pair-count").textContent = `${shown} of ${table.tBodies[0].rows.length} pairs`;
  };
  for (const control of all(".pair-search, .pair-verdict")) {
    control.addEventListener("input", () => filterPairs(control.dataset.metric));
  }

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
    $("pair-title").replaceChildren(named(pair.system_a), " − ", named(pair.system_b), ", ", named(metric.name));
    const verdict = $("pair-verdict");
    const says = { better: "is better than", worse: "is worse than", equivalent: "has the same statistics as" };
    verdict.replaceChildren();
    if (says[pair.verdict]) verdict.append(named(pair.system_a), ` ${says[pair.verdict]} `, named(pair.system_b), ".");
    else if (pair.verdict === "within margin") verdict.append("No difference was found, and one as large as the margin is ruled out.");
    else verdict.append("Which of them is better cannot be told" + (pair.reason ? `: ${pair.reason}.` : "."));
    const level = Number((100 * method.confidence_level).toPrecision(6)) + "%";
    const entries = [
      ["difference", signed(pair.delta, places)],
      [`${level} interval, alone`, interval(pair.interval, places)],
      [`${level} interval, all at once`, interval(pair.interval_simultaneous, places)],
      ["p", pText(pair.p_value) + (pair.monte_carlo_error ? ` ± ${pText(pair.monte_carlo_error)}` : "")],
      ["adjusted p", pText(pair.p_adjusted)],
      ["detectable", number(pair.minimum_detectable, places)],
      ["effect size", pair.effect_size === null ? "none" : signed(pair.effect_size, 2)],
    ];
    if (pair.shares) entries.push([`${method.unit}s: A better, tied, B better`, pair.shares.map((share) => (100 * share).toFixed(1) + "%").join(", ")]);
    if (pair.p_equivalence !== null && pair.p_equivalence !== undefined) entries.push(["p of equivalence", pText(pair.p_equivalence)]);
    if (pair.interval_p_adjusted) entries.push(["adjusted p of endless draws", `[${pair.interval_p_adjusted.map(pText).join(", ")}]`]);
    if (pair.n_draws) entries.push(["draws", pair.n_draws.toLocaleString("en")]);
    $("pair-numbers").replaceChildren(...entries.map(([name, value]) => {
      const entry = make("div");
      entry.append(make("dt", "", name), make("dd", "", value));
      return entry;
    }));
    if (!dialog.open) dialog.showModal();
    drawNull(index, pair, metric);
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
    const left = 46, right = 14, top = 34, bottom = 42, observed = pair.delta, isTwoSided = stored.method.alternative === "two-sided";
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
  if (dialog) dialog.addEventListener("close", () => { opened = null; });
  window.addEventListener("resize", () => { if (opened !== null) openPair(opened); });

  // Buckets: marks against the system that was chosen.
  const tests = new Map(data.buckets.map(([m, d, k, a, b, ...found]) => [`${m} ${d} ${k} ${a} ${b}`, found]));
  const turned = { better: "worse", worse: "better" };
  const compareBuckets = (metric, base) => {
    const places = data.metrics[metric].decimals;
    for (const table of all(`table.buckets[data-metric="${metric}"]`)) {
      const columns = all("th.turned", table).map((head) => Number(head.dataset.given));
      Array.from(table.tBodies[0].rows).forEach((row, k) => {
        all("td.score", row).forEach((cell, i) => {
          const key = (a, b) => `${metric} ${table.dataset.dimension} ${k} ${a} ${b}`;
          let found = tests.get(key(columns[i], base));
          const back = found ? null : tests.get(key(base, columns[i]));
          if (back) found = [-back[0], back[1], turned[back[2]] || back[2]];
          const verdict = found ? found[2] : "";
          cell.classList.toggle("base", columns[i] === base);
          cell.classList.toggle("better", verdict === "better");
          cell.classList.toggle("worse", verdict === "worse");
          cell.firstElementChild.textContent = { better: "▲", worse: "▼" }[verdict] || "";
          cell.title = found ? `difference ${signed(found[0], places)}, adjusted p ${pText(found[1])}: ${verdict}` : columns[i] === base ? "compared with" : "not tested";
        });
      });
    }
  };
  for (const select of all(".bucket-base")) {
    const update = () => compareBuckets(Number(select.dataset.metric), Number(select.value));
    select.addEventListener("change", update);
    update();
  }

  // Segments.
  const PAGE = 20, MOST_CHARACTERS = 3000, MOST_WORDS = 800;
  // A letter of a script that writes no spaces is a word of its own, with the marks that belong to it.
  const unspaced = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"].map((name) => `\\p{Script=${name}}`).join("");
  const WORD = (() => {
    try {
      return new RegExp(`[${unspaced}]\\p{M}*|[[\\p{L}\\p{N}\\p{M}_'’\\u200c\\u200d]--[${unspaced}]]+|[^\\s\\p{L}\\p{N}]`, "gv");
    } catch { // a browser from before 2023: words between spaces
      return /\S+/gu;
    }
  })();
  const words = (text) => Array.from(text.matchAll(WORD), (found) => ({ text: found[0], at: found.index }));
  // Which word of the reference each word of the output is: a longest common subsequence, then what moved.
  const align = (output, reference) => {
    const n = output.length, m = reference.length, link = new Array(n).fill(-1), moved = new Array(n).fill(false);
    const table = new Uint16Array((n + 1) * (m + 1));
    for (let i = n - 1; i >= 0; i -= 1) {
      for (let j = m - 1; j >= 0; j -= 1) {
        const at = i * (m + 1) + j;
        table[at] = output[i].text === reference[j].text ? table[at + m + 2] + 1 : Math.max(table[at + m + 1], table[at + 1]);
      }
    }
    const used = new Array(m).fill(false);
    for (let i = 0, j = 0; i < n && j < m;) {
      const at = i * (m + 1) + j;
      if (output[i].text === reference[j].text) { link[i] = j; used[j] = true; i += 1; j += 1; }
      else if (table[at + m + 1] >= table[at + 1]) i += 1;
      else j += 1;
    }
    const free = new Map();
    reference.forEach((word, j) => { if (!used[j]) free.set(word.text, [...(free.get(word.text) || []), j]); });
    output.forEach((word, i) => {
      const places = link[i] < 0 && free.get(word.text);
      if (places && places.length && /[\p{L}\p{N}]/u.test(word.text)) { link[i] = places.shift(); moved[i] = true; }
    });
    return { link, moved, nSame: table[0] };
  };
  const token = (word, className, place) => {
    const node = make("span", `tok ${className}`.trim());
    if (place >= 0) node.dataset.place = place;
    appendText(node, word);
    return node;
  };
  const renderDiff = (node, text, output, reference, found) => {
    const inOrder = found.link.map((j, i) => (found.moved[i] ? -1 : j)), taken = new Set(found.link.filter((j) => j >= 0));
    let next = 0, end = 0;
    // Words that the output lacks stand before the word that follows them in the reference, apart from both.
    const missing = (until, gap) => {
      const gone = reference.slice(next, until).map((word, k) => [word.text, next + k]).filter(([, place]) => !taken.has(place));
      next = until;
      appendText(node, gap);
      if (gone.length && end && !gap) node.append(" ");
      gone.forEach(([text, place], k) => node.append(...(k ? [" "] : []), token(text, "gone", place)));
      if (gone.length && (gap || !end) && until < reference.length) node.append(" ");
    };
    output.forEach((word, i) => {
      const gap = text.slice(end, word.at);
      if (inOrder[i] >= 0) {
        missing(inOrder[i], gap);
        next = inOrder[i] + 1;
        node.append(token(word.text, "", inOrder[i]));
      } else {
        appendText(node, gap);
        node.append(token(word.text, found.link[i] >= 0 ? "moved" : "extra", found.link[i]));
      }
      end = word.at + word.text.length;
    });
    missing(reference.length, text.slice(end));
  };
  const renderPlain = (node, text) => {
    if (text.length <= MOST_CHARACTERS) { appendText(node, text); return; }
    const rest = make("span");
    const button = make("button", "link", `show all ${text.length.toLocaleString("en")} characters`);
    button.type = "button";
    button.addEventListener("click", () => { rest.replaceChildren(); appendText(rest, text.slice(MOST_CHARACTERS)); button.remove(); });
    appendText(node, text.slice(0, MOST_CHARACTERS));
    rest.textContent = " … ";
    node.append(rest, button);
  };
  const setUpSegments = (shown) => {
    const n = shown.numbers.length, list = $("segment-list"), nSystems = shown.systems.length;
    const inputs = ["search", "a", "b", "metric", "order"].reduce((found, id) => ({ ...found, [id]: $("segment-" + id) }), {});
    shown.metrics.forEach((metric, i) => {
      const option = make("option", "", metric.name);
      option.value = i;
      inputs.metric.append(option);
    });
    const first = shown.metrics[0], sign = (metric) => (metric.lower ? -1 : 1);
    const means = first.scores.map((row) => sign(first) * row.reduce((sum, score) => sum + (score || 0), 0));
    const best = means.indexOf(Math.max(...means));
    inputs.a.value = best;
    inputs.b.value = best === 0 ? Math.min(1, nSystems - 1) : 0;
    let lower = null, order = [], nShown = 0;
    const textsOf = (i) => [...shown.outputs, ...shown.references, shown.sources].map((texts) => texts[i] || "").join("\n");
    const matches = (i, wanted) => {
      if (!wanted) return true;
      if (String(shown.numbers[i]) === wanted) return true;
      lower = lower || Array.from({ length: n }, (_, k) => `${textsOf(k)}\n${shown.documents[k] || ""}`.toLowerCase());
      return lower[i].includes(wanted);
    };
    const render = (i) => {
      const metric = shown.metrics[inputs.metric.value], a = Number(inputs.a.value), b = Number(inputs.b.value);
      const item = make("li"), head = make("div", "segment-head");
      head.append(make("h3", "", `Segment ${shown.numbers[i]}`));
      if (shown.documents[i]) head.append(named(shown.documents[i]));
      const change = metric.scores[a][i] - metric.scores[b][i];
      if (a !== b && Number.isFinite(change)) head.append(make("span", "", `${metric.name}: A − B ${signed(change, metric.decimals)}`));
      item.append(head);
      const row = (who, text, score, fill) => {
        const block = make("div", "text"), left = make("div", "who"), right = make("p");
        const name = make("b");
        name.append(named(who));
        left.append(name);
        if (score !== undefined) left.append(make("span", "score", score === null ? "no score" : `${metric.name} ${minus(score.toFixed(metric.decimals))}`));
        if (text === null) { // a page without texts
          block.classList.add("bare");
          block.append(left);
          return block;
        }
        right.dir = "auto";
        if (!text) right.className = "empty";
        else fill(right);
        block.append(left, right);
        return block;
      };
      if (shown.sources[i] !== undefined) item.append(row("source", shown.sources[i], undefined, (node) => renderPlain(node, shown.sources[i])));
      const references = shown.references.map((texts, r) => ({ r, text: texts[i] })).filter(({ text }) => text !== null && text !== undefined);
      const split = references.map(({ text }) => (text.length <= MOST_CHARACTERS ? words(text) : []));
      const short = (list) => list.length > 0 && list.length <= MOST_WORDS;
      references.forEach(({ r, text }, k) => {
        const name = shown.references.length > 1 ? `reference ${r + 1}` : "reference";
        const block = row(name, text, undefined, (node) => {
          if (!short(split[k])) { renderPlain(node, text); return; }
          let end = 0;
          split[k].forEach((word, j) => { appendText(node, text.slice(end, word.at)); node.append(token(word.text, "", j)); end = word.at + word.text.length; });
          appendText(node, text.slice(end));
        });
        block.dataset.reference = r;
        item.append(block);
      });
      const output = (s, tag) => {
        const text = shown.outputs.length ? shown.outputs[s][i] : null, own = text !== null && text.length <= MOST_CHARACTERS ? words(text) : [];
        let bestOne = null;
        if (short(own)) {
          references.forEach(({ r }, k) => {
            if (!short(split[k])) return;
            const found = align(own, split[k]), share = 2 * found.nSame / (own.length + split[k].length);
            if (!bestOne || share > bestOne.share) bestOne = { found, share, r, k };
          });
        }
        const block = row(shown.systems[s], text, metric.scores[s][i], (node) => (bestOne ? renderDiff(node, text, own, split[bestOne.k], bestOne.found) : renderPlain(node, text)));
        if (tag) block.querySelector(".who").prepend(`${tag} `);
        if (bestOne) {
          block.dataset.against = bestOne.r;
          if (shown.references.length > 1) block.querySelector(".who").append(make("small", "", ` against reference ${bestOne.r + 1}`));
        }
        return block;
      };
      item.append(output(a, nSystems > 1 ? "A" : ""));
      if (b !== a) item.append(output(b, "B"));
      if (nSystems > 2) {
        const button = make("button", "link", `show all ${nSystems} systems`);
        button.type = "button";
        button.addEventListener("click", () => {
          const rest = shown.systems.map((_, s) => s).filter((s) => s !== a && s !== b);
          rest.sort((x, y) => sign(metric) * ((metric.scores[y][i] || 0) - (metric.scores[x][i] || 0)));
          button.replaceWith(...rest.map((s) => output(s, "")));
        });
        item.append(button);
      }
      return item;
    };
    const showMore = () => {
      const next = order.slice(nShown, nShown + PAGE);
      list.append(...next.map(render));
      nShown += next.length;
      $("segment-count").textContent = `${nShown.toLocaleString("en")} of ${order.length.toLocaleString("en")} segments shown` + (order.length < n ? `, which match, of ${n.toLocaleString("en")}` : "");
      $("segment-more").hidden = nShown >= order.length;
    };
    const update = () => {
      const metric = shown.metrics[inputs.metric.value], a = metric.scores[inputs.a.value], b = metric.scores[inputs.b.value];
      const wanted = inputs.search.value.trim().toLowerCase(), side = sign(metric);
      const keys = {
        number: (i) => i,
        "a-b": (i) => -side * (a[i] - b[i]),
        "b-a": (i) => side * (a[i] - b[i]),
        worst: (i) => side * a[i],
        spread: (i) => { const row = metric.scores.map((scores) => scores[i] || 0); return Math.min(...row) - Math.max(...row); },
      };
      const key = keys[inputs.order.value];
      order = [];
      for (let i = 0; i < n; i += 1) if (matches(i, wanted)) order.push([key(i) || 0, i]);
      order.sort((x, y) => x[0] - y[0] || x[1] - y[1]);
      order = order.map(([, i]) => i);
      list.replaceChildren();
      nShown = 0;
      showMore();
    };
    let waiting = 0;
    inputs.search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(update, 150); });
    for (const id of ["a", "b", "metric", "order"]) inputs[id].addEventListener("change", update);
    $("segment-controls").addEventListener("submit", (event) => event.preventDefault());
    $("segment-more").addEventListener("click", showMore);
    let lit = [];
    list.addEventListener("mouseover", (event) => {
      for (const node of lit) node.classList.remove("hit");
      lit = [];
      const word = event.target.closest(".tok[data-place]");
      if (!word) return;
      const block = word.closest(".text"), item = block.parentNode, against = block.dataset.against || block.dataset.reference;
      const place = `.tok[data-place="${word.dataset.place}"]`;
      lit = all(`.text[data-reference="${against}"] ${place}, .text[data-against="${against}"] ${place}`, item);
      for (const node of lit) node.classList.add("hit");
    });
    update();
  };
  if ($("segments")) {
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      setUpSegments(JSON.parse($("texts").textContent));
    }, { rootMargin: "800px" });
    watch.observe($("segments"));
  }

  // Copies.
  for (const button of all("[data-copy]")) {
    button.addEventListener("click", async () => {
      const source = $(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(source.textContent);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(source);
        button.textContent = "Selected: press Ctrl+C";
      }
    });
  }
  $("download").addEventListener("click", () => {
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(stored, null, 1) + "\n"], { type: "application/json" }));
    link.download = "steelyard-result.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
})();
