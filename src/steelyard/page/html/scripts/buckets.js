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
  remember(select, `against-${select.dataset.metric}`);
}
