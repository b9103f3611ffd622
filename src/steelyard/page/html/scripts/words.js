// Segments.
const PAGE = 20, MOST_CHARACTERS = 3000, MOST_WORDS = 800;
// Which word of the reference each word of the output is: a longest common subsequence, then what moved.
const align = (output, reference) => {
  const n = output.length, m = reference.length, link = new Array(n).fill(-1), moved = new Array(n).fill(false);
  const table = new Uint16Array((n + 1) * (m + 1));
  for (let i = n - 1; i >= 0; i -= 1) {
    for (let j = m - 1; j >= 0; j -= 1) {
      const at = i * (m + 1) + j;
      table[at] = output[i].key === reference[j].key ? table[at + m + 2] + 1 : Math.max(table[at + m + 1], table[at + 1]);
    }
  }
  const used = new Array(m).fill(false);
  for (let i = 0, j = 0; i < n && j < m;) {
    const at = i * (m + 1) + j;
    if (output[i].key === reference[j].key) { link[i] = j; used[j] = true; i += 1; j += 1; }
    else if (table[at + m + 1] >= table[at + 1]) i += 1;
    else j += 1;
  }
  const free = new Map();
  reference.forEach((word, j) => { if (!used[j]) free.set(word.key, [...(free.get(word.key) || []), j]); });
  output.forEach((word, i) => {
    const places = link[i] < 0 && free.get(word.key);
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
    const gone = reference.slice(next, until).map((word, k) => [word, next + k]).filter(([, place]) => !taken.has(place));
    next = until;
    appendText(node, gap);
    if (gone.length && end && !gap) node.append(" ");
    gone.forEach(([word, place], k) => {
      const before = k && gone[k - 1][0], isApart = before && word.at > before.at + before.text.length;
      node.append(...(isApart ? [" "] : []), token(word.text, "gone", place));
    });
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
// Errors that people, or a metric, marked: a span for each stretch of text, shaded by the worst severity there, and a list below.
const MILD = /^(minor|neutral|trivial)/;
const renderErrors = (node, text, errors) => {
  const letters = Array.from(text), spans = errors.filter(([start]) => start !== null); // places count code points
  const cuts = [...new Set([0, letters.length, ...spans.flatMap(([start, end]) => [start, end])])].filter((at) => at <= letters.length).sort((a, b) => a - b);
  cuts.slice(0, -1).forEach((from, i) => {
    const part = letters.slice(from, cuts[i + 1]).join(""), over = spans.filter(([start, end]) => start <= from && end > from);
    if (!over.length) { appendText(node, part); return; }
    const mark = make("mark", over.every(([, , severity]) => MILD.test(severity)) ? "error minor" : "error major");
    mark.title = over.map(([, , severity, category]) => plainText(`${severity} ${category}`)).join("; ");
    appendText(mark, part);
    node.append(mark);
  });
};
const errorList = (text, source, errors) => {
  const list = make("ul", "errors"), letters = [text, source].map((one) => Array.from(one || ""));
  for (const [start, end, severity, category, rater, confidence, inSource] of errors) {
    const item = make("li"), said = start === null ? "" : letters[inSource ? 1 : 0].slice(start, end).join("");
    item.append(make("b", "", plainText(severity)));
    if (category) item.append(" ", named(category));
    if (inSource) item.append(" in the source");
    if (said) { item.append(": “"); appendText(item, said); item.append("”"); }
    if (rater) item.append(` (${plainText(rater)})`);
    if (typeof confidence === "number") item.append(` (confidence ${confidence.toFixed(2)})`);
    list.append(item);
  }
  return list;
};
