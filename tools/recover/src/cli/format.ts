import { partyAddress, type Network, type Party } from '@weir/covenants';

const DECIMALS = 8;

/** Satoshis as BCH: `1.5 BCH`. */
export const formatBch = (satoshis: bigint): string => {
  const digits = satoshis.toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  return `${digits.slice(0, -DECIMALS)}${fraction === '' ? '' : `.${fraction}`} BCH`;
};

/** An amount of an asset: base units of a token by its category. */
export const formatAmount = (amount: bigint, tokenCategory: string | null): string =>
  tokenCategory === null ? formatBch(amount) : `${amount.toString()} units of token ${tokenCategory}`;

/** Unix seconds as UTC text, to the second. */
export const formatTime = (seconds: bigint): string =>
  new Date(Number(seconds) * 1000).toISOString().replace('.000', '').replace('T', ' ').replace('Z', ' UTC');

/** A party's address; null where there is none. */
export const formatParty = (party: Party | null, network: Network): string | null =>
  party === null ? null : (partyAddress(party, network) ?? null);

/** A line of a name and what it is. */
export const line = (name: string, value: string): string => `  ${name.padEnd(13)} ${value}`;
