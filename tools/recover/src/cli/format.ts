import { partyAddress, type Network, type Party } from '@weir/covenants';

const DECIMALS = 8;

/** Formats a non-negative number of satoshis as BCH: `1.5 BCH`. */
export const formatBch = (satoshis: bigint): string => {
  const digits = satoshis.toString().padStart(DECIMALS + 1, '0');
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '');
  return `${digits.slice(0, -DECIMALS)}${fraction === '' ? '' : `.${fraction}`} BCH`;
};

/** Formats an amount: satoshis as BCH, or base units of a token with its category. */
export const formatAmount = (amount: bigint, tokenCategory: string | null): string =>
  tokenCategory === null ? formatBch(amount) : `${amount.toString()} units of token ${tokenCategory}`;

/** Formats Unix seconds as UTC, to the second. */
export const formatTime = (seconds: bigint): string =>
  new Date(Number(seconds) * 1000).toISOString().replace('.000', '').replace('T', ' ').replace('Z', ' UTC');

/** Formats a party as an address; null if there is none. */
export const formatParty = (party: Party | null, network: Network): string | null =>
  party === null ? null : (partyAddress(party, network) ?? null);

/** Formats a line of a name and its value. */
export const line = (name: string, value: string): string => `  ${name.padEnd(13)} ${value}`;
