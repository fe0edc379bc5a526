import { shortHash } from './short.js';

export type TokenType = 'BCH' | 'FUNGIBLE_TOKEN';

/** What an issuer says of their token, as the API tells it. */
export interface TokenWords {
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number | null;
  /** Whether the token's authchain vouches for it. */
  readonly verified: boolean;
}

/** A record's asset: every record of the API is one. */
export interface AssetOfRecord {
  readonly token_type: TokenType;
  /** Null for BCH. */
  readonly token_category: string | null;
  /** Null for BCH, and while nothing is known of it. */
  readonly token?: TokenWords | null;
}

/** What an amount is of: a record, or where nothing more is known of a token that it is one. */
export type Asset = TokenType | AssetOfRecord;

export const BCH_DECIMALS = 8;

const typeOf = (of: Asset): TokenType => (typeof of === 'string' ? of : of.token_type);
const wordsOf = (of: Asset): TokenWords | null => (typeof of === 'string' ? null : (of.token ?? null));

/** Digits behind the decimal point; 0 of tokens whose issuer says nothing of it: they are shown in base units. */
export const decimalsOf = (of: Asset): number => (typeOf(of) === 'BCH' ? BCH_DECIMALS : (wordsOf(of)?.decimals ?? 0));

/** Digits in groups of three, for reading. */
const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',');

/**
 * What an amount is counted in, for a reader. A token goes by its symbol, which is unique in nothing; without one by its
 * category's ends.
 */
export const unitOf = (of: Asset): string => {
  if (typeOf(of) === 'BCH') return 'BCH';
  const symbol = wordsOf(of)?.symbol ?? undefined;
  if (symbol !== undefined) return symbol;
  const category = typeof of === 'string' ? null : of.token_category;
  return category === null ? 'tokens' : shortHash(category);
};

/** What an amount's exact base units are called. */
export const baseUnitOf = (of: Asset): string => (typeOf(of) === 'BCH' ? 'satoshis' : 'base units');

/** An exact amount in decimals, of BCH at least two of them, of tokens as many as it takes. */
export const amountText = (base: bigint, of: Asset): string => {
  const sign = base < 0n ? '-' : '';
  const decimals = decimalsOf(of);
  const digits = (base < 0n ? -base : base).toString().padStart(decimals + 1, '0');
  const whole = grouped(digits.slice(0, digits.length - decimals));
  const always = typeOf(of) === 'BCH' ? 2 : 0;
  const part = digits.slice(digits.length - decimals);
  const shown = part.slice(0, always) + part.slice(always).replace(/0+$/, '');
  return shown === '' ? `${sign}${whole}` : `${sign}${whole}.${shown}`;
};

/** An amount with what it is counted in. */
export const amountWithUnit = (base: bigint, of: Asset): string => `${amountText(base, of)} ${unitOf(of)}`;

/** The exact base units, in words: what lies behind a shown amount. */
export const exactText = (base: bigint, of: Asset): string => `${grouped(base.toString())} ${baseUnitOf(of)}`;

/** Amounts are written as requests take them: digits with a decimal point; grouping and decimal commas are no guess of ours. */
const DECIMAL = /^(\d+)(?:\.(\d+))?$/;

/** What somebody wrote, in base units; undefined where it is no amount with so many decimals. */
export const baseOf = (text: string, decimals: number): bigint | undefined => {
  const [, whole, part = ''] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === undefined || part.length > decimals) return undefined;
  return BigInt(whole + part.padEnd(decimals, '0'));
};

/** An amount as a chart's number: exact to 15 digits, which is more than a pixel shows. */
export const plotOf = (base: bigint, of: Asset): number => Number(base) / 10 ** decimalsOf(of);
