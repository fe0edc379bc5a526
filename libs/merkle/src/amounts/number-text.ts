/** The mark before the decimals of a number. */
export type DecimalMark = '.' | ',';

/** A number by its digits. */
export interface Digits {
  /** Before the decimal mark, without group marks; empty in `.5`. */
  readonly whole: string;
  /** After the decimal mark; empty where there is none. */
  readonly fraction: string;
}

/** Why a text is not a number, no matter what its decimal mark is. */
export type NumberProblem =
  | 'EMPTY'
  | 'SIGN'
  | 'BRACKETS'
  | 'PERCENT'
  | 'EXPONENT'
  | 'CURRENCY'
  | 'UNIT'
  | 'OTHER_DIGITS'
  | 'INVISIBLE'
  | 'SYMBOL'
  | 'INCOMPLETE'
  | 'MARKS';

/** A problem, and the part of the text that shows it. */
export interface NumberRefusal {
  readonly code: NumberProblem;
  /** A unit, a symbol, or the code point of an invisible character (`U+200B`); else empty. */
  readonly part: string;
}

/** How a text reads with either decimal mark; at least one of them is there. */
export interface Readings {
  readonly '.': Digits | undefined;
  readonly ',': Digits | undefined;
}

/** Blanks that a cell or a field may have around its text. Invisible characters are not among them: they are named. */
const OUTER = /^[ \t\u00A0\u2007\u2009\u202F]+|[ \t\u00A0\u2007\u2009\u202F]+$/g;

/** Letters, digits and signs of ASCII from "!" on: most texts begin and end with one. */
const isVisible = (code: number): boolean => code > 0x20 && code < 0x7f;

/** Removes the blanks around a text. */
export const withoutOuterBlanks = (text: string): string =>
  isVisible(text.charCodeAt(0)) && isVisible(text.charCodeAt(text.length - 1)) ? text : text.replace(OUTER, '');

/** Marks between groups of three digits, beside the other one of point and comma. */
const GROUP_MARKS = String.raw`'’ \u00A0\u2007\u2009\u202F`;

/**
 * A number with one decimal mark: digits in one piece, or in groups of three by one kind of mark, of which the first does not start
 * with 0; then decimals. Digits on one side of the mark suffice.
 */
const numberWith = (decimal: string, group: string): RegExp =>
  new RegExp(`^(?:(\\d+)|([1-9]\\d{0,2}(?:([${group}${GROUP_MARKS}])\\d{3})(?:\\3\\d{3})*))?(?:${decimal}(\\d+))?$`);
const NUMBERS: Readonly<Record<DecimalMark, RegExp>> = {
  '.': numberWith(String.raw`\.`, ','),
  ',': numberWith(',', '.'),
};
const NOT_DIGITS = /\D/g;

const digitsOf = (text: string, mark: DecimalMark): Digits | undefined => {
  const match = NUMBERS[mark].exec(text);
  if (match === null) return undefined;
  const [, plain, grouped, , fraction = ''] = match;
  return { whole: plain ?? grouped?.replace(NOT_DIGITS, '') ?? '', fraction };
};

const INVISIBLE = /[\p{Cf}\p{Cc}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFFA0\p{Variation_Selector}]/u;

/** Returns the first invisible character of a text as its code point (`U+200B`); undefined where there is none. */
export const invisibleIn = (text: string): string | undefined => {
  const [found] = INVISIBLE.exec(text) ?? [];
  if (found === undefined) return undefined;
  return `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
};

/** What a text shows that no number has, the most specific first. The part is the match, or its first group. */
const NON_NUMBERS: readonly (readonly [NumberProblem, RegExp])[] = [
  ['OTHER_DIGITS', /[^\P{Nd}0-9]+/u],
  ['BRACKETS', /[()[\]{}]/],
  ['PERCENT', /[%‰٪﹪％]/],
  ['SIGN', /[+\p{Pd}\u00AC\u207A\u207B\u208A\u208B\u2052\u2212\u2795\u2796\uFE62\uFF0B]/u],
  ['CURRENCY', /\p{Sc}/u],
  ['EXPONENT', /^[\d.,]*\d[eE]\d+$/],
  ['UNIT', /(\p{L}[\p{L}\p{M}\d/]*)/u],
];
const SYMBOL = /[^\d.,'’ \u00A0\u2007\u2009\u202F]/u;
const INCOMPLETE = /^[.,]?$|\d[.,]$/;

/** Says why a text is not a number. @param text without blanks around it */
const refusalOf = (text: string): NumberRefusal => {
  if (text === '') return { code: 'EMPTY', part: '' };
  const hidden = invisibleIn(text);
  if (hidden !== undefined) return { code: 'INVISIBLE', part: hidden };
  for (const [code, pattern] of NON_NUMBERS) {
    const [part] = pattern.exec(text) ?? [];
    if (part !== undefined) return { code, part };
  }
  const [symbol] = SYMBOL.exec(text) ?? [];
  if (symbol !== undefined) return { code: 'SYMBOL', part: symbol };
  return { code: INCOMPLETE.test(text) ? 'INCOMPLETE' : 'MARKS', part: '' };
};

/**
 * Reads a text as a number with each decimal mark. Nothing is removed from it but the blanks around it and marks between groups of
 * three digits.
 *
 * @returns both readings, of which one may be missing; or why there is none
 */
export const readingsOf = (text: string): Readings | NumberRefusal => {
  const plain = withoutOuterBlanks(text);
  const [point, comma] = plain === '' ? [] : [digitsOf(plain, '.'), digitsOf(plain, ',')];
  return point === undefined && comma === undefined ? refusalOf(plain) : { '.': point, ',': comma };
};

export const isRefusal = (read: Readings | NumberRefusal): read is NumberRefusal => 'code' in read;

/** Whether a text that reads with both marks reads as two different numbers: only `1,500` and `1.500` do. */
export const readsTwice = (read: Readings): boolean =>
  read['.'] !== undefined && read[','] !== undefined && read['.'].fraction !== read[','].fraction;
