// Words as the tokenizers of metrics cut them, so that marks and score speak of the same ones: sacreBLEU's rules, each
// of which only puts spaces in. tests/browser/test_marks.py holds them to the package's own tokenizers.
const TOKENIZERS = (() => {
  const western = (line) => line
    .replace(/([{-~[-` -&(-+:-@/])/gu, " $1 ").replace(/([^0-9])([.,])/gu, "$1 $2 ")
    .replace(/([.,])([^0-9])/gu, " $1 $2").replace(/([0-9])(-)/gu, "$1 $2 ");
  const chinese = /([\u2001-\u2a6d\u2e80-\u2fdf\u2ff0-\u303f\u3100-\u312f\u31a0-\u31bf\u31c0-\u31ef\u3200-\u33ff\u3400-\u4db5\u4e00-\u9fbb\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef])/gu;
  return {
    none: (line) => line,
    "13a": (line) => western(` ${line} `),
    zh: (line) => western(line.trim().replace(chinese, " $1 ")),
    intl: (line) => line.replace(/(\P{N})(\p{P})/gu, "$1 $2 ").replace(/(\p{P})(\P{N})/gu, " $1 $2").replace(/(\p{S})/gu, " $1 "),
    rouge: (line) => line.replace(/[^A-Za-z0-9\u212a]+/g, " "), // the sign for kelvin is a k in lower case
    char: (line) => line.replace(/./gsu, "$& "),
  };
})();
const SPACES = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u; // as Python has them
// 13a puts other characters there, and ROUGE takes the dot off: they have no place in the text.
const REWRITTEN = /&(?:quot|amp|lt|gt);|<skipped>|\u0130/;
// A letter of a script that writes no spaces is a word of its own, with the marks that belong to it.
const unspaced = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"].map((name) => `\\p{Script=${name}}`).join("");
const WORD = (() => {
  try {
    return new RegExp(`[${unspaced}]\\p{M}*|[[\\p{L}\\p{N}\\p{M}_'’\\u200c\\u200d]--[${unspaced}]]+|[^\\s\\p{L}\\p{N}]`, "gv");
  } catch { // a browser from before 2023: words between spaces
    return /\S+/gu;
  }
})();
// Words whose places came with the page: questions/report_page/words.py writes them.
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", MOST = DIGITS.length - 1;
const numbersOf = (code) => {
  const found = [];
  let sum = 0;
  for (const letter of code) {
    const digit = DIGITS.indexOf(letter);
    sum += digit;
    if (digit < MOST) { found.push(sum); sum = 0; }
  }
  return found;
};
const placedWords = (text, code, metric) => {
  const numbers = numbersOf(code), found = [], mark = metric.words.mark || "", keys = metric.words.keys || {};
  let at = 0;
  for (let i = 0; i < numbers.length; i += 1) {
    if (numbers[i] === 0) { // what belongs to no word
      i += 1;
      at += numbers[i];
      continue;
    }
    const begins = numbers[i] % 2, length = (numbers[i] - begins) / 2;
    if (begins && text[at] === " ") at += 1;
    const word = text.substr(at, length), plain = (begins ? mark : "") + (metric.lower_case ? word.toLowerCase() : word);
    found.push({ text: word, key: Object.hasOwn(keys, plain) ? keys[plain] : plain, at });
    at += length;
  }
  return found;
};
const words = (text, metric, code) => {
  if (code !== undefined) return placedWords(text, code, metric);

  const fold = (word) => (metric && metric.lower_case ? word.toLowerCase() : word);
  const cut = metric && TOKENIZERS[metric.tokenizer];
  if (!cut || REWRITTEN.test(text)) return Array.from(text.matchAll(WORD), (found) => ({ text: found[0], key: fold(found[0]), at: found.index }));
  let from = 0;
  return cut(text.trimEnd()).split(SPACES).filter(Boolean).map((word) => {
    const at = text.indexOf(word, from);
    from = at + word.length;
    return { text: word, key: fold(word), at };
  });
};
