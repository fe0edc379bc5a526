import { type RawBuilder, sql } from 'kysely';

/** Writes words as an SQL list: `('a', 'b')`. They must be our own, since nothing is quoted. */
export const wordList = (words: readonly string[]): string => `(${words.map((word) => `'${word}'`).join(', ')})`;

/** The same as a part of a statement. */
export const wordsInSql = (words: readonly string[]): RawBuilder<unknown> => sql.raw(wordList(words));
