/** Returns the keys of an enumeration in their order, as a list that is never empty. */
export const wordsOf = <Word extends string>(words: Readonly<Record<Word, unknown>>): readonly [Word, ...Word[]] =>
  Object.keys(words) as [Word, ...Word[]];
