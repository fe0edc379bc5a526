/**
 * Habits of our prose that readers stumble over, what to write instead, and a text that has each. A habit joins the list when its
 * last use is gone from the texts that eslint.config.js and eslint.documents.config.js name. One with `isInNames` is gone from the
 * names of the code, too.
 *
 * @type {readonly { pattern: RegExp, instead: string, example: string, isInNames?: true }[]}
 */
export const HABITS = [
  {
    pattern: /\b(?:un|re)?(?:told|tells?|telling)\b/giu,
    instead: 'requested, reported, says, shows or distinguishes',
    example: 'what the client was told',
    isInNames: true,
  },
  { pattern: /\banew\b/giu, instead: 'again', example: 'reads the record anew', isInNames: true },
  { pattern: /\bbesides\b/giu, instead: 'also', example: 'A test may, besides, import tools', isInNames: true },
  { pattern: /\b(?:stands?|standing|stood)\b(?! for| still)/giu, instead: 'is', example: 'The name stands below' },
  { pattern: /\b(?:lies|lay|lain) (?:at|in|there|on)\b/giu, instead: 'is at', example: 'The coin lies at an address' },
  { pattern: /\bdear(?:er|est)?\b/giu, instead: 'expensive', example: 'dear work', isInNames: true },
  {
    pattern: /\btends\b(?! to)|\btend(?:ed|ing)?\b(?! to)/giu,
    instead: 'maintain',
    example: 'tended by nobody',
    isInNames: true,
  },
  { pattern: /\bheal(?:s|ed|ing)?\b/giu, instead: 'recover or repair', example: 'The record heals', isInNames: true },
  {
    pattern: /\bmend(?:s|ed|ing)?\b/giu,
    instead: 'repair or fix',
    example: 'nothing is left to mend',
    isInNames: true,
  },
  { pattern: /\bplant(?:s|ed|ing)?\b/giu, instead: 'insert or inject', example: 'plants a fault', isInNames: true },
  { pattern: /\bow(?:e|es|ed|ing)\b/giu, instead: 'claimable or payable', example: 'what is owed' },
  {
    pattern: /\b(?:whoever|whomever|wherever|whatever|whichever|whenever)\b/giu,
    instead: 'the person, place or thing that is meant',
    example: 'whoever claims',
  },
  {
    pattern:
      /(?<!there )\b(?:is|are|was|were|be|being) (?:no(?! (?:longer|more|less|earlier|later|one|other))|none of)\b/giu,
    instead: 'the verb in the negative: is not',
    example: 'An object is no token',
  },
  { pattern: /\blets? go\b/giu, instead: 'release or close', example: 'is let go' },
  { pattern: /\bhonest(?:ly)?\b/giu, instead: 'correct or valid', example: 'honest answers' },
];

/** A word that is a part of a path or of a name with hyphens, with what is before and after it. */
const IN_A_NAME = /^[-/\\.`_]\w|\w[-/_]\w?$|\w\.\w$/u;

/**
 * Returns the habits in a text, with where each begins.
 *
 * @param {string} text
 */
export const findHabits = (text) =>
  HABITS.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)]
      .map((match) => ({ index: match.index, words: match[0], instead }))
      .filter(({ index, words }) => !IN_A_NAME.test(text.slice(Math.max(0, index - 1), index + words.length + 2))),
  );

const NAME_HABITS = HABITS.filter(({ isInNames }) => isInNames === true);

/** What was found in each name: most names occur many times, and this was half of the time that ESLint takes. */
const KNOWN_NAMES = new Map();

/**
 * Returns the habits among the words of a name of the code, such as `isToldMore`, `TOO_DEAR` or `kept-anew`.
 *
 * @param {string} name
 */
export const findHabitsInName = (name) => {
  const known = KNOWN_NAMES.get(name);
  if (known !== undefined) return known;
  const words = name.match(/\p{Lu}?[\p{Ll}\d]+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
  const found = NAME_HABITS.flatMap(({ pattern, instead }) =>
    words.filter((word) => word.search(pattern) === 0).map((word) => ({ words: word, instead })),
  );
  KNOWN_NAMES.set(name, found);
  return found;
};

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|approx)\.\s*$/iu;

/**
 * Returns the sentences of a text with more words than a limit. A word has a letter or a digit.
 *
 * @param {string} text
 * @param {number} limit
 */
export const findLongSentences = (text, limit) => {
  const sentences = [];
  for (const { segment, index } of SENTENCES.segment(text)) {
    const last = sentences.at(-1);
    if (last !== undefined && ABBREVIATION.test(last.text)) last.text += segment;
    else sentences.push({ index, text: segment });
  }
  return sentences
    .map((sentence) => ({ ...sentence, words: sentence.text.match(/[^\s—–]*[\p{L}\p{N}][^\s—–]*/gu)?.length ?? 0 }))
    .filter(({ words }) => words > limit);
};
