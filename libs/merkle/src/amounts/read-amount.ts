import { decimalMarkOf } from './decimal-mark.js';
import {
  type DecimalMark,
  type Digits,
  isRefusal,
  type NumberProblem,
  type Readings,
  readingsOf,
  readsTwice,
  withoutOuterBlanks,
} from './number-text.js';

/** Why a text is not an amount of an asset. */
export type AmountProblem = NumberProblem | 'TOO_PRECISE' | 'TOO_LARGE' | 'OTHER_MARK';

/** One of the two amounts that a text may mean. */
export interface AmountChoice {
  /** The decimal mark with which the text means this. */
  readonly mark: DecimalMark;
  /** The number with a decimal point and without groups: `1500`, `1.5`. */
  readonly plain: string;
}

export interface AcceptedAmount {
  readonly status: 'ok';
  /** Base units. */
  readonly units: bigint;
}

export interface AmbiguousAmount {
  readonly status: 'ambiguous';
  readonly text: string;
  /** Both meanings, the larger first. */
  readonly choices: readonly [AmountChoice, AmountChoice];
}

export interface RefusedAmount {
  readonly status: 'refused';
  readonly code: AmountProblem;
  readonly text: string;
  /** What in the text shows the problem (a unit, a symbol, `U+200B`); else empty. */
  readonly part: string;
}

/** What a text comes to as an amount. */
export type AmountResult = AcceptedAmount | AmbiguousAmount | RefusedAmount;

/** More digits are of no asset. */
const MOST_DIGITS = 30;

const zerosFrom = (fraction: string, from: number): boolean => {
  for (let at = from; at < fraction.length; at += 1) if (fraction.charCodeAt(at) !== 0x30) return false;
  return true;
};

const refused = (code: AmountProblem, text: string, part = ''): RefusedAmount => ({
  status: 'refused',
  code,
  text,
  part,
});

/** Converts digits to base units. Zeros beyond the decimals of the asset are not a value. */
const unitsOf = ({ whole, fraction }: Digits, decimals: number, text: string): AcceptedAmount | RefusedAmount => {
  if (whole.length > MOST_DIGITS) return refused('TOO_LARGE', text);
  if (fraction.length > decimals && !zerosFrom(fraction, decimals)) return refused('TOO_PRECISE', text, fraction);
  return { status: 'ok', units: BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0')) };
};

const plainOf = ({ whole, fraction }: Digits): string => {
  const kept = fraction.replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
};

/** Lists what a text means that reads as two numbers; undefined where it does not. */
const choicesOf = (read: Readings): AmbiguousAmount['choices'] | undefined => {
  const [point, comma] = [read['.'], read[',']];
  if (point === undefined || comma === undefined || !readsTwice(read)) return undefined;
  const choices = [
    { mark: '.', plain: plainOf(point) },
    { mark: ',', plain: plainOf(comma) },
  ] as const;
  return point.fraction === '' ? choices : [choices[1], choices[0]];
};

/** How an amount is read that is alone, as in a field or a request. */
export interface FieldRules {
  /** Decimals of the asset: 8 for BCH, a token's own for whole tokens, 0 for base units. */
  readonly decimals: number;
  /** Language tag of the page, whose decimal mark counts; undefined for the browser's, `en` for requests. */
  readonly locale: string | undefined;
}

/**
 * Reads an amount that is alone: one that somebody types, or one of a request. `0,125` and `.5` are the same in any language. A
 * text with two meanings (`1,500`) is ambiguous, unless its mark is the decimal mark of the language.
 *
 * @example
 * readAmount('0,125', { decimals: 8, locale: 'en' }); // { status: 'ok', units: 12_500_000n }
 * readAmount('1,500', { decimals: 8, locale: 'en' }); // ambiguous: 1500 or 1.5
 * readAmount('500 sats', { decimals: 8, locale: 'en' }); // refused: UNIT, 'sats'
 */
export const readAmount = (text: string, { decimals, locale }: FieldRules): AmountResult => {
  const read = readingsOf(text);
  const shown = withoutOuterBlanks(text);
  if (isRefusal(read)) return refused(read.code, shown, read.part);
  const choices = choicesOf(read);
  const mark = decimalMarkOf(locale);
  if (choices !== undefined && choices[1].mark !== mark) return { status: 'ambiguous', text: shown, choices };
  const digits = choices === undefined ? (read['.'] ?? read[',']) : read[mark];
  return digits === undefined ? refused('MARKS', shown) : unitsOf(digits, decimals, shown);
};

/** Most lists have only such numbers. With a point, they have one meaning unless {@link THOUSANDTHS} matches, too. */
const PLAIN = /^(\d+)(?:\.(\d+))?$/;
const THOUSANDTHS = /^[1-9]\d{0,2}\.\d{3}$/;

/**
 * Reads an amount of a column whose decimal mark is known.
 *
 * @param mark the column's, see {@link AmountColumn}
 */
export const readColumnAmount = (text: string, decimals: number, mark: DecimalMark): AcceptedAmount | RefusedAmount => {
  const read = readingsOf(text);
  const shown = withoutOuterBlanks(text);
  if (isRefusal(read)) return refused(read.code, shown, read.part);
  const digits = read[mark];
  return digits === undefined ? refused('OTHER_MARK', shown) : unitsOf(digits, decimals, shown);
};

/** A value and where it is. */
export interface LineText {
  readonly line: number;
  readonly text: string;
}

/** What the values of a column say of its decimal mark. */
export type ColumnMark =
  | { readonly status: 'ok'; readonly mark: DecimalMark }
  /** All values with a mark have two meanings, as this one. */
  | (AmbiguousAmount & { readonly line: number })
  /** One value has a decimal point, another a decimal comma. */
  | { readonly status: 'contradiction'; readonly point: LineText; readonly comma: LineText };

/**
 * Reads the amounts of a column. Its decimal mark is the same in all of them: it follows from those that have one meaning. Values
 * with two meanings wait for it.
 */
export class AmountColumn {
  #point: LineText | undefined;
  #comma: LineText | undefined;
  #ambiguous: (AmbiguousAmount & { readonly line: number }) | undefined;

  /**
   * @param decimals of the asset
   * @param given the mark, where somebody said it
   */
  constructor(
    private readonly decimals: number,
    private readonly given?: DecimalMark,
  ) {}

  /** Whether the mark is known: nothing waits for it. */
  get isDecided(): boolean {
    return this.given !== undefined || this.#point !== undefined || this.#comma !== undefined;
  }

  /** What the values so far say of the mark: a point where none of them has a mark. */
  get mark(): ColumnMark {
    if (this.given !== undefined) return { status: 'ok', mark: this.given };
    const [point, comma] = [this.#point, this.#comma];
    if (point !== undefined && comma !== undefined) return { status: 'contradiction', point, comma };
    if (point === undefined && comma === undefined && this.#ambiguous !== undefined) return this.#ambiguous;
    return { status: 'ok', mark: comma === undefined ? '.' : ',' };
  }

  /** Reads a value. One that is ambiguous is read again by {@link read} once the mark is known. */
  add(text: string, line: number): AmountResult {
    if (this.given !== undefined) return readColumnAmount(text, this.decimals, this.given);
    const plain = PLAIN.exec(text);
    if (plain !== null && !THOUSANDTHS.test(text)) {
      const [, whole = '', fraction = ''] = plain;
      if (fraction !== '') this.#point ??= { line, text };
      return unitsOf({ whole, fraction }, this.decimals, text);
    }
    const read = readingsOf(text);
    const shown = withoutOuterBlanks(text);
    if (isRefusal(read)) return refused(read.code, shown, read.part);
    const choices = choicesOf(read);
    if (choices !== undefined) {
      const { mark } = this;
      if (this.isDecided && mark.status === 'ok') return this.read(text, mark.mark);
      this.#ambiguous ??= { status: 'ambiguous', text: shown, choices, line };
      return { status: 'ambiguous', text: shown, choices };
    }
    if (read[','] === undefined) this.#point ??= { line, text: shown };
    if (read['.'] === undefined) this.#comma ??= { line, text: shown };
    const digits = read['.'] ?? read[','];
    return digits === undefined ? refused('MARKS', shown) : unitsOf(digits, this.decimals, shown);
  }

  /** Reads a value with the mark of the column. */
  read(text: string, mark: DecimalMark): AcceptedAmount | RefusedAmount {
    return readColumnAmount(text, this.decimals, mark);
  }
}
