// What a reader says of words, the same way in Node and in a browser.

export function answers({ BadWord }, pack, words, glosses) {
  const table = new Map();
  const number = (told) => {
    if (!table.has(told)) table.set(told, table.size);
    return table.get(told);
  };
  const rulesets = pack.rulesets.map((each) => each.id);
  const say = (word, ruleset) => {
    try {
      const { key, code, certainty, legal } = pack.judge(word, ruleset);
      return JSON.stringify([key === word ? "" : key, code, certainty, legal]);
    } catch (error) {
      if (error instanceof BadWord) return "bad";
      throw error;
    }
  };
  const gloss = (word, ruleset) => (say(word, ruleset) === "bad" ? null : (glosses.sentence(word, ruleset) ?? null));
  return {
    rulesets,
    words: words.length,
    numbers: words.map((word) => rulesets.map((ruleset) => number(say(word, ruleset)))),
    sentences: glosses ? words.map((word) => rulesets.map((ruleset) => gloss(word, ruleset))) : [],
    table: [...table.keys()],
  };
}
