import { type AmountResult, readAmount } from '@weir/merkle/amounts';
import { currentLocale } from '../language/locale.js';
import { t } from '../language/text.js';
import { asShown, exampleAmount, type TokenType } from './amount.js';

/** What the numbers of a field count. */
export interface AmountUnit {
  /** Decimals that they may have. */
  readonly decimals: number;
  /** In words: BCH, a token's symbol, base units. */
  readonly unit: string;
}

/** Returns the unit of the amounts of an asset. @param decimals that they may have */
export const unitFor = (asset: TokenType, decimals: number): AmountUnit => ({
  decimals,
  unit: asset === 'BCH' ? 'BCH' : decimals === 0 ? t('base units') : t('whole tokens'),
});

/** Reads a typed amount by the decimal mark of the page's language. */
export const readTyped = (text: string, decimals: number): AmountResult =>
  readAmount(text, { decimals, locale: currentLocale() });

/** Returns the base units of a typed amount; undefined where it does not have one plain meaning. */
export const typedBase = (text: string, decimals: number): bigint | undefined => {
  const read = readTyped(text, decimals);
  return read.status === 'ok' ? read.units : undefined;
};

/** Says why a typed text is not an amount, and what to enter; undefined where it is one, 0 too. */
export const amountFault = (text: string, { decimals, unit }: AmountUnit): string | undefined => {
  const read = readTyped(text, decimals);
  if (read.status === 'ok') return undefined;
  if (read.status === 'ambiguous') {
    const [first, second] = read.choices;
    return t('{text} could be {first} or {second} {unit}: choose which', {
      text: read.text,
      first: asShown(first.plain),
      second: asShown(second.plain),
      unit,
    });
  }
  const example = exampleAmount();
  const { part } = read;
  switch (read.code) {
    case 'EMPTY':
      return t('Enter an amount');
    case 'INVISIBLE':
      return t('There is an invisible character ({character}): remove it', { character: part });
    case 'OTHER_DIGITS':
      return t('Use the digits 0 to 9');
    case 'TOO_PRECISE':
      return decimals === 0
        ? t('Whole base units only, without decimals')
        : t('At most {decimals} decimals of {unit}', { decimals, unit });
    case 'TOO_LARGE':
      return t('The amount has too many digits');
    case 'UNIT':
    case 'CURRENCY':
    case 'PERCENT':
      return t('Enter the number alone, in {unit}, without “{part}”', { unit, part });
    case 'SIGN':
    case 'BRACKETS':
    case 'SYMBOL':
      return t('Enter digits and a decimal mark only, without “{part}”', { part });
    case 'EXPONENT':
    case 'INCOMPLETE':
    case 'MARKS':
    case 'OTHER_MARK':
      return decimals === 0
        ? t('Enter a whole number of {unit}', { unit })
        : t('Enter a number such as {example}, in {unit}', { example, unit });
  }
};

/** Says why a typed text is not an amount above 0; undefined where it is one. */
export const positiveFault = (text: string, unit: AmountUnit): string | undefined =>
  typedBase(text, unit.decimals) === 0n ? t('Enter more than 0') : amountFault(text, unit);
