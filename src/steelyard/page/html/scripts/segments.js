// What the marks are by.
const cutterText = (metric) => {
  const name = metric.name, by = `(tokenizer ${metric.tokenizer})`;
  if (metric.words && metric.words.links) return `Words are those that ${name} aligned ${by}, with the reference that counts.`;
  if (!metric.words && !(metric.tokenizer in TOKENIZERS)) return `Words are cut at spaces and punctuation, which is not how ${name} reads texts.`;
  const isOther = metric.words && !metric.words.mark && Object.keys(metric.words.keys || {}).length > 0;
  const more = metric.tokenizer === "rouge" ? "; it reads letters from a to z and digits alone, and nothing else has a mark" : "";
  return `Words are those that ${name} counts ${by}${isOther ? ", compared by what it reads for them, such as stems" : ""}${more}.`;
};
const setUpSegments = (shown) => {
  const n = shown.numbers.length, list = $("segment-list"), nSystems = shown.systems.length;
  const inputs = ["search", "a", "b", "metric", "order", "document", "by", "from", "to"].reduce((found, id) => ({ ...found, [id]: $("segment-" + id) }), {});
  shown.metrics.forEach((metric, i) => {
    const option = make("option", "", metric.name);
    option.value = i;
    inputs.metric.append(option);
  });
  const first = shown.metrics[0], sign = (metric) => (metric.lower ? -1 : 1);
  // A system without texts is not one to start with.
  const means = first.scores.map((row, s) => (shown.outputs.length && shown.outputs[s].every((text) => text === null) ? -Infinity : sign(first) * row.reduce((sum, score) => sum + (score || 0), 0)));
  const best = means.indexOf(Math.max(...means)), [firstA, firstB] = shown.first || [best, best === 0 ? Math.min(1, nSystems - 1) : 0];
  inputs.a.value = firstA;
  inputs.b.value = firstB;
  const documents = [...new Set(shown.documents)];
  for (const name of documents) {
    const option = make("option", "", plainText(name));
    option.value = name;
    inputs.document.append(option);
  }
  inputs.document.closest("label").hidden = documents.length < 2;
  let lower = null, order = [], nShown = 0;
  const word = $("segments").dataset.word; // of texts a segment, else an item
  const textsOf = (i) => [...shown.outputs, ...shown.references, shown.sources].map((texts) => texts[i] || "").join("\n");
  const matches = (i, wanted) => {
    if (!wanted) return true;
    if (!shown.items.length && String(shown.numbers[i]) === wanted) return true;
    lower = lower || Array.from({ length: n }, (_, k) => `${textsOf(k)}\n${shown.documents[k] || ""}\n${shown.items[k] || ""}`.toLowerCase());
    return lower[i].includes(wanted);
  };
  // What was marked in outputs: by the chosen metric, or by people, whoever's scores are shown.
  const marksOf = (metric) => metric.errors || (Object.keys(shown.errors).length ? shown.errors : null);
  const hasLinks = (metric) => Boolean(metric.words && metric.words.links);
  const render = (i) => {
    const metric = shown.metrics[inputs.metric.value], a = Number(inputs.a.value), b = Number(inputs.b.value);
    const item = make("li"), head = make("div", "segment-head");
    const title = make("h3", "", `${word[0].toUpperCase()}${word.slice(1)} `);
    title.append(shown.items.length ? named(shown.items[i]) : String(shown.numbers[i]));
    head.append(title);
    if (shown.documents[i]) head.append(named(shown.documents[i]));
    const change = metric.scores[a][i] - metric.scores[b][i];
    if (a !== b && Number.isFinite(change)) head.append(make("span", "", `${metric.name}: difference ${signed(change, metric.decimals)}`));
    item.append(head);
    const row = (who, text, score, fill, side = 0) => {
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
      right.dir = shown.directions[side];
      if (shown.languages[side]) right.lang = shown.languages[side];
      if (!text) right.className = "empty";
      else fill(right);
      block.append(left, right);
      return block;
    };
    const marks = marksOf(metric), source = shown.sources[i];
    const inSource = marks ? [...new Set([a, b])].flatMap((s) => marks[`${s} ${i}`] || []).filter((one) => one[6] === 1) : [];
    const inReference = ((marks && marks[`${a} ${i}`]) || []).filter((one) => one[6] === 2);
    if (source !== undefined) item.append(row("source", source, undefined, (node) => (inSource.length ? renderErrors(node, source, inSource) : renderPlain(node, source)), 1));
    const references = shown.references.map((texts, r) => ({ r, text: texts[i] })).filter(({ text }) => text !== null && text !== undefined);
    const split = references.map(({ r, text }) => (text.length <= MOST_CHARACTERS ? words(text, metric, metric.words && metric.words.references[r][i]) : []));
    const short = (list) => list.length > 0 && list.length <= MOST_WORDS;
    references.forEach(({ r, text }, k) => {
      const name = shown.references.length > 1 ? `reference ${r + 1}` : "reference";
      const block = row(name, text, undefined, (node) => {
        if (inReference.length) { renderErrors(node, text, inReference); return; }
        if (!short(split[k])) { renderPlain(node, text); return; }
        let end = 0;
        split[k].forEach((word, j) => { appendText(node, text.slice(end, word.at)); node.append(token(word.text, "", j)); end = word.at + word.text.length; });
        appendText(node, text.slice(end));
      });
      block.dataset.reference = r;
      item.append(block);
    });
    const output = (s, tag) => {
      const text = shown.outputs.length ? shown.outputs[s][i] : null, own = text !== null && text.length <= MOST_CHARACTERS ? words(text, metric, metric.words && metric.words.outputs[s][i]) : [];
      const errors = (marks && marks[`${s} ${i}`]) || [], here = errors.filter((one) => !one[6]);
      let bestOne = null;
      if (!marks && short(own) && hasLinks(metric)) {
        const r = metric.words.against ? metric.words.against[s][i] : 0, k = references.findIndex((one) => one.r === r);
        if (k >= 0 && short(split[k])) bestOne = { found: aligned(metric.words.links[s][i], own), r, k };
      } else if (!marks && short(own)) {
        references.forEach(({ r }, k) => {
          if (!short(split[k])) return;
          const found = align(own, split[k]), share = 2 * found.nSame / (own.length + split[k].length);
          if (!bestOne || share > bestOne.share) bestOne = { found, share, r, k };
        });
      }
      const block = row(shown.systems[s], text, metric.scores[s][i], (node) => (here.length ? renderErrors(node, text, here) : bestOne ? renderDiff(node, text, own, split[bestOne.k], bestOne.found) : renderPlain(node, text)));
      if (errors.length) block.append(errorList([text, source, shown.references.length ? shown.references[0][i] : ""], errors));
      if (tag) block.querySelector(".who").prepend(`${tag} `);
      if (bestOne) {
        block.dataset.against = bestOne.r;
        if (shown.references.length > 1) block.querySelector(".who").append(make("small", "", ` against reference ${bestOne.r + 1}`));
      }
      return block;
    };
    item.append(output(a, nSystems > 1 ? "system" : ""));
    if (b !== a) item.append(output(b, "against"));
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
    $("segment-count").textContent = `${nShown.toLocaleString("en")} of ${order.length.toLocaleString("en")} ${word}s shown` + (order.length < n ? `, which match, of ${n.toLocaleString("en")}` : "");
    $("segment-more").hidden = nShown >= order.length;
  };
  const update = () => {
    const metric = shown.metrics[inputs.metric.value], a = metric.scores[inputs.a.value], b = metric.scores[inputs.b.value];
    const wanted = inputs.search.value.trim().toLowerCase(), side = sign(metric), name = inputs.document.value;
    const low = Number(inputs.from.value || -Infinity), high = Number(inputs.to.value || Infinity);
    const value = { a: (i) => a[i], b: (i) => b[i], "a-b": (i) => (a[i] === null || b[i] === null ? null : a[i] - b[i]) }[inputs.by.value];
    // Scores are rounded to what is shown: so is what they are held against, and one that is missing fits no range.
    const fits = (i) => (low === -Infinity && high === Infinity) || (value(i) !== null && value(i) >= low - 1e-9 && value(i) <= high + 1e-9);
    const isKept = (i) => (!name || shown.documents[i] === name) && fits(i) && matches(i, wanted);
    const isMarked = Boolean(marksOf(metric));
    for (const [id, isOff] of [["key-errors", !isMarked], ["key-words", isMarked]]) if ($(id)) $(id).hidden = isOff;
    for (const node of all("#key-words .of-links")) node.hidden = !hasLinks(metric);
    const cutter = $("segment-cutter");
    if (cutter) cutter.textContent = cutterText(metric);
    const keys = {
      number: (i) => i,
      "a-b": (i) => -side * (a[i] - b[i]),
      "b-a": (i) => side * (a[i] - b[i]),
      worst: (i) => side * a[i],
      spread: (i) => { const row = metric.scores.map((scores) => scores[i] || 0); return Math.min(...row) - Math.max(...row); },
    };
    const key = keys[inputs.order.value];
    order = [];
    for (let i = 0; i < n; i += 1) if (isKept(i)) order.push([key(i) || 0, i]);
    order.sort((x, y) => x[0] - y[0] || x[1] - y[1]);
    order = order.map(([, i]) => i);
    list.replaceChildren();
    nShown = 0;
    showMore();
  };
  // What is chosen as a table: every segment that the filters leave, with all texts and scores.
  const saveChosen = () => {
    const numbered = shown.references.map((_, r) => (shown.references.length > 1 ? `reference ${r + 1}` : "reference"));
    const columns = [
      [word, shown.items.length ? shown.items : shown.numbers], ["document", shown.documents], ["source", shown.sources],
      ...shown.references.map((texts, r) => [numbered[r], texts]), ...shown.outputs.map((texts, s) => [shown.systems[s], texts]),
      ...shown.metrics.flatMap((metric) => metric.scores.map((scores, s) => [`${metric.name} of ${shown.systems[s]}`, scores])),
    ].filter(([, values]) => values.length);
    saveFile("steelyard-segments.csv", csvOf([columns.map(([name]) => name), ...order.map((i) => columns.map(([, values]) => values[i]))]), "text/csv");
  };
  $("segment-count").after(actions("These segments", [["CSV", saveChosen]]));
  let waiting = 0;
  const soon = () => { clearTimeout(waiting); waiting = setTimeout(update, 150); };
  for (const id of ["search", "from", "to"]) inputs[id].addEventListener("input", soon);
  for (const id of ["a", "b", "metric", "order", "document", "by"]) inputs[id].addEventListener("change", update);
  for (const [id, input] of Object.entries(inputs)) remember(input, `segment-${id}`);
  $("segment-controls").addEventListener("reset", () => setTimeout(() => {
    inputs.a.value = firstA;
    inputs.b.value = firstB;
    for (const [id] of Object.entries(inputs)) address.set(`segment-${id}`);
    update();
  }));
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
  return {
    compare: (a, b, name, wanted) => {
      $("segment-controls").reset();
      const isOfMetric = shown.metrics.some((metric) => metric.name === name);
      setTimeout(() => {
        choose(inputs.a, a);
        choose(inputs.b, b);
        if (isOfMetric) choose(inputs.metric, name);
        choose(inputs.order, wanted);
      });
    },
  };
};
let segments = null;
const showSegments = () => {
  segments = segments || setUpSegments(JSON.parse($("texts").textContent));
  return segments;
};
if ($("segments")) {
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    showSegments();
  }, { rootMargin: "800px" });
  watch.observe($("segments"));
  if (location.hash.includes("segment-")) {
    showSegments();
    $("segments").scrollIntoView();
  }
}
// The pair that the address names.
if (dialog && address.all("pair").length === 3) {
  const [a, b, metric] = address.all("pair");
  const place = stored.pairs.findIndex((pair) => pair.system === a && pair.against === b && pair.metric === metric);
  if (place >= 0) openPair(place);
}
