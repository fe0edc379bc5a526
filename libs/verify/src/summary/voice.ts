import { MAX_TOKEN_DECIMALS } from '@weir/kinds';
import type { Reading } from '../reading/read-draft.js';
import type { LatestPrice, SummaryRow, SummaryWords, TokenName } from './words.js';

const BCH: TokenName = { symbol: 'BCH', decimals: 8 };

const decimal = (units: bigint, decimals: number): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const [whole, rest] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  const fraction = rest.replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
};

const utc = (seconds: bigint): string =>
  `${new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/**
 * Whether a name may stand for a token. Names come from strangers: none looks like BCH or its units, hides characters, or has
 * more decimals than registries allow.
 */
const isSafeName = ({ symbol, decimals }: TokenName): boolean =>
  /^[A-Z0-9$][A-Z0-9$._-]{0,25}$/i.test(symbol) &&
  // Behind an amount, digits alone read as a part of it.
  /[A-Z]/i.test(symbol) &&
  !/^(?:[A-Z]?BCH|XBC|sat.*)$/i.test(symbol.replace(/[$._-]/g, '')) &&
  Number.isInteger(decimals) &&
  decimals >= 0 &&
  decimals <= MAX_TOKEN_DECIMALS;

/** Returns the names by which tokens can be distinguished: of two tokens of one name neither has it. */
export const distinctNames = (tokens: ReadonlyMap<string, TokenName>): ReadonlyMap<string, TokenName> => {
  const safe = [...tokens].filter(([, name]) => isSafeName(name));
  const isOnly = ({ symbol }: TokenName): boolean =>
    safe.filter(([, other]) => other.symbol.toLowerCase() === symbol.toLowerCase()).length === 1;
  return new Map(safe.filter(([, name]) => isOnly(name)));
};

/** How the amounts, times and parties of one summary are said. */
export interface Voice {
  readonly words: SummaryWords;
  readonly text: SummaryWords['text'];
  readonly plural: SummaryWords['plural'];
  /** Formats amounts of any asset. */
  readonly format: (amount: bigint, asset: string | undefined) => string;
  /** Formats the number of an amount, without its symbol. */
  readonly units: (amount: bigint, asset: string | undefined) => string;
  /** Returns the symbol of an asset; the category of a token without a name. */
  readonly symbol: (asset: string | undefined) => string;
  /** Formats a time. @param seconds Unix seconds */
  readonly time: (seconds: bigint) => string;
  /** Returns the latest price of an oracle, by its key; undefined where it is not known. */
  readonly priceOf: (oracle: string) => LatestPrice | undefined;
  /** Says who a party is, within a sentence; without an address, by what it is. */
  readonly party: (address: string | undefined) => string;
  /** Returns the name of a party that the user knows; undefined where they have none for it. */
  readonly nameOf: (address: string) => string | undefined;
  /** Shows a party's whole address, in a row of its own. */
  readonly partyRow: (label: string, address: string) => SummaryRow;
  /** A row of a fact. */
  readonly row: (label: string, value: string) => SummaryRow;
  /** A row that only serves to find something on the chain. */
  readonly technical: (label: string, value: string) => SummaryRow;
  /** A row of an amount that adds to what leaves in all. */
  readonly sum: (label: string, amount: bigint, asset?: string, adds?: bigint) => SummaryRow;
  /** A row of what leaves in all. */
  readonly total: (label: string, amount: bigint, asset: string | undefined, adds: bigint) => SummaryRow;
}

/** Creates the voice of one summary. @param names of tokens, by category @param prices by the keys of oracles */
export const voiceOf = (
  words: SummaryWords,
  names: ReadonlyMap<string, TokenName>,
  { own, vault }: Pick<Reading, 'own' | 'vault'>,
  prices: ReadonlyMap<string, LatestPrice>,
): Voice => {
  const { text, plural } = words;
  const { time = utc, nameOf = () => undefined, address: written = (address: string) => address } = words;
  const known = new Map(own.map((address) => [address, text('your wallet')]));
  if (vault !== undefined) known.set(vault, text('the treasury'));
  const named = (asset: string | undefined): TokenName =>
    asset === undefined ? BCH : (names.get(asset) ?? { symbol: asset, decimals: 0 });
  const symbol = (asset: string | undefined): string => named(asset).symbol;
  const units = (amount: bigint, asset: string | undefined): string =>
    words.number(decimal(amount, named(asset).decimals));
  const format = (amount: bigint, asset: string | undefined): string => `${units(amount, asset)} ${symbol(asset)}`;
  return {
    words,
    text,
    plural,
    time,
    format,
    units,
    symbol,
    priceOf: (oracle) => prices.get(oracle),
    party: (address) =>
      address === undefined ? text('their recipient') : (known.get(address) ?? nameOf(address) ?? address),
    nameOf: (address) => known.get(address) ?? nameOf(address),
    partyRow(label, address) {
      const name = known.get(address) ?? nameOf(address);
      const value = name === undefined ? written(address) : `${name}: ${written(address)}`;
      return { label, value, party: { address, name } };
    },
    row: (label, value) => ({ label, value }),
    technical: (label, value) => ({ label, value, isTechnical: true }),
    sum: (label, amount, asset, adds = amount) => ({
      label,
      value: format(amount, asset),
      adds: { asset, amount: adds },
    }),
    total: (label, amount, asset, adds) => ({
      label,
      value: format(amount, asset),
      isTotal: true,
      adds: { asset, amount: adds },
    }),
  };
};
