import { bchText } from '@weir/client';

export type TokenType = 'BCH' | 'FUNGIBLE_TOKEN';

/** Digits in groups of three, for reading. */
const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',');

/** What an amount is counted in, for a reader. */
export const unitOf = (tokenType: TokenType): string => (tokenType === 'BCH' ? 'BCH' : 'tokens');

/** What an amount's exact base units are called. */
export const baseUnitOf = (tokenType: TokenType): string => (tokenType === 'BCH' ? 'satoshis' : 'base units');

/** BCH with its decimals, at least two of them; tokens in whole base units. Exact in either case. */
export const amountText = (base: bigint, tokenType: TokenType): string => {
  const sign = base < 0n ? '-' : '';
  const size = base < 0n ? -base : base;
  if (tokenType !== 'BCH') return `${sign}${grouped(size.toString())}`;
  const [whole = '0', decimals = ''] = bchText(size).split('.');
  return `${sign}${grouped(whole)}.${decimals.slice(0, 2)}${decimals.slice(2).replace(/0+$/, '')}`;
};

/** The exact base units, in words: what lies behind a shown amount. */
export const exactText = (base: bigint, tokenType: TokenType): string =>
  `${grouped(base.toString())} ${baseUnitOf(tokenType)}`;
