import type { Catalogue } from './text.js';

const ACCENTED: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'ê',
  i: 'ï',
  o: 'ô',
  u: 'ü',
  c: 'ç',
  n: 'ñ',
  A: 'Å',
  E: 'É',
  I: 'Î',
  O: 'Ö',
  U: 'Û',
  S: 'Š',
};

/** Names in braces and tags stay. */
const KEPT = /(\{\w+\}|<\/?\w+>)/;

/** Lengthens a text by a third, as German does, and more where it is short, in words of usual length. */
const padding = (text: string): string =>
  '~'.repeat(Math.ceil(text.length * (text.length < 12 ? 0.5 : 0.3))).replace(/~{6}(?=~)/g, '~~~~~~ ');

const accented = (text: string): string =>
  text
    .split(KEPT)
    .map((part) => (KEPT.test(part) ? part : part.replace(/[A-Za-z]/g, (letter) => ACCENTED[letter] ?? letter)))
    .join('');

/** Returns the pseudo translation of a text without plural forms. */
export const pseudo = (text: string): string => `[${accented(text)}${padding(text)}]`;

/** Translates any text into accented letters in brackets, a third longer: a text without brackets is not translated. */
export const pseudoText: Catalogue = (source) => {
  const [one, other] = source.split(' | ');
  return one !== undefined && other !== undefined ? { one: pseudo(one), other: pseudo(other) } : pseudo(source);
};
