import type { TokenType } from '@weir/kinds';
import { BCH_DECIMALS } from '@weir/kinds';
import { numberFormat } from '../language/locale.js';
import { t } from '../language/text.js';
import { shortHash } from './identifiers.js';

export type { TokenType };

/** Token metadata as the API returns it. */
export interface TokenWords {
  readonly symbol: string | null;
  readonly name: string | null;
  readonly decimals: number | null;
  /** Whether the token's authchain vouches for it. */
  readonly verified: boolean;
}

/** The asset fields that every record of the API has. */
export interface AssetOfRecord {
  readonly token_type: TokenType;
  /** Null for BCH. */
  readonly token_category: string | null;
  /** Null for BCH, and while nothing is known of it. */
  readonly token?: TokenWords | null;
}

/** The asset of an amount: a record's, or only its type. */
export type Asset = TokenType | AssetOfRecord;

const typeOf = (of: Asset): TokenType => (typeof of === 'string' ? of : of.token_type);
const wordsOf = (of: Asset): TokenWords | null => (typeof of === 'string' ? null : (of.token ?? null));

/** Returns the decimals of an asset; 0 for tokens without published ones, which are shown in base units. */
export const decimalsOf = (of: Asset): number => (typeOf(of) === 'BCH' ? BCH_DECIMALS : (wordsOf(of)?.decimals ?? 0));

/** The marks of numbers in the page's language: between groups of three digits, and before decimals. */
const marks = (): { readonly group: string; readonly decimal: string } => {
  const parts = numberFormat().formatToParts(1_234_567.5);
  const mark = (type: 'group' | 'decimal', usual: string): string =>
    parts.find((part) => part.type === type)?.value ?? usual;
  return { group: mark('group', ','), decimal: mark('decimal', '.') };
};

/** Groups digits by three. */
const grouped = (digits: string, { group } = marks()): string => digits.replace(/\B(?=(?:\d{3})+$)/g, group);

/** Returns the unit of an amount: a token's symbol, which need not be unique, or the ends of its category. */
export const unitOf = (of: Asset): string => {
  if (typeOf(of) === 'BCH') return 'BCH';
  const symbol = wordsOf(of)?.symbol ?? undefined;
  if (symbol !== undefined) return symbol;
  const category = typeof of === 'string' ? null : of.token_category;
  return category === null ? t('tokens') : shortHash(category);
};

/** Formats an exact amount in decimals: at least two for BCH, as many as needed for tokens. */
export const amountText = (base: bigint, of: Asset): string => {
  const sign = base < 0n ? '-' : '';
  const decimals = decimalsOf(of);
  const digits = (base < 0n ? -base : base).toString().padStart(decimals + 1, '0');
  const written = marks();
  const whole = grouped(digits.slice(0, digits.length - decimals), written);
  const always = typeOf(of) === 'BCH' ? 2 : 0;
  const part = digits.slice(digits.length - decimals);
  const shown = part.slice(0, always) + part.slice(always).replace(/0+$/, '');
  return shown === '' ? `${sign}${whole}` : `${sign}${whole}${written.decimal}${shown}`;
};

/** Formats an amount with its unit. */
export const amountWithUnit = (base: bigint, of: Asset): string => `${amountText(base, of)} ${unitOf(of)}`;

/** Formats the exact base units behind a shown amount. */
export const exactText = (base: bigint, of: Asset): string => {
  const count = grouped(base.toString());
  const one = base === 1n;
  if (typeOf(of) === 'BCH') return one ? t('1 satoshi') : t('{count} satoshis', { count });
  return one ? t('1 base unit') : t('{count} base units', { count });
};

/** Formats base units as requests take them: plain decimals. */
export const plainText = (base: bigint, decimals: number): string => {
  const digits = base.toString().padStart(decimals + 1, '0');
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const whole = digits.slice(0, digits.length - decimals);
  return decimals === 0 || part === '' ? whole : `${whole}.${part}`;
};

/** Writes a plain decimal as the page's language types it. */
export const asTyped = (plain: string): string => plain.replace('.', marks().decimal);

/** Writes a plain decimal as the page's language shows it, with thousands apart. */
export const asShown = (plain: string): string => {
  const [whole = '', part] = plain.split('.');
  return part === undefined ? grouped(whole) : `${grouped(whole)}${marks().decimal}${part}`;
};

/** An amount as an example of how to write one. */
export const exampleAmount = (): string => asTyped('1.5');

/** Converts an amount to a number for charts, exact to 15 digits, more than a pixel shows. */
export const plotOf = (base: bigint, of: Asset): number => Number(base) / 10 ** decimalsOf(of);
