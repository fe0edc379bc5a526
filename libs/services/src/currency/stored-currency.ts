import { hexToBin } from '@bitauth/libauth';
import { LRUCache } from 'lru-cache';
import {
  createCurrencyContract,
  type CurrencyClockCoin,
  type CurrencyCoin,
  type CurrencyContract,
  type CurrencyDate,
  type CurrencyDraft,
  type CurrencyPlanTerms,
  decodeCurrencyAnnouncement,
  decodeCurrencyState,
  encodeCurrencyState,
  endlessPeriods,
  isLocalNetwork,
  laterDate,
  type Network,
  partyOfKey,
} from '@weir/covenants';
import type { CurrencyPaymentRecord, CurrencyStateRecord } from '@weir/infra';

/** Contracts by network and announcement: making one costs more than all else that a view does. */
const contracts = new LRUCache<string, CurrencyContract>({ max: 5_000 });

/**
 * Returns the contract of a stored payment.
 *
 * @throws Error where the announcement is not one: this service never wrote it
 */
export const contractOf = (
  { announcement }: Pick<CurrencyPaymentRecord, 'announcement'>,
  network: Network,
): CurrencyContract => {
  const key = `${network} ${announcement}`;
  const known = contracts.get(key);
  if (known !== undefined) return known;
  const terms = decodeCurrencyAnnouncement(hexToBin(announcement), isLocalNetwork(network));
  if (terms === undefined)
    throw new Error(`Stored announcement does not decode as payments in a currency: ${announcement}`);
  const contract = createCurrencyContract(terms, network);
  contracts.set(key, contract);
  return contract;
};

/**
 * Returns the state that a commitment holds.
 *
 * @param terms of its payment, which say whether it holds a date or the number of a payday
 * @throws Error where it does not decode
 */
export const stateOf = (terms: Pick<CurrencyPlanTerms, 'paydays'>, commitment: string): CurrencyCoin['state'] => {
  const state = decodeCurrencyState(commitment, terms);
  if (state === undefined)
    throw new Error(`Stored commitment does not decode as a payment in a currency: ${commitment}`);
  return state;
};

/**
 * Lists when the next periods of a payment fall due, the soonest first: those that are open.
 *
 * @param most dates at most
 * @returns Unix seconds
 */
export const openDates = (
  terms: CurrencyPlanTerms,
  { open, ...first }: Pick<CurrencyCoin['state'], 'open' | 'next' | 'payday'>,
  most: number,
): number[] => {
  const dates: number[] = [];
  for (let date: CurrencyDate = first; dates.length < Math.min(most, open); date = laterDate(terms, date))
    dates.push(Number(date.next));
  return dates;
};

/** Restores the coin of a payment from its stored form. While a notice runs its clock holds the units. */
export const coinOf = (
  { terms }: CurrencyContract,
  { category, txid, vout, satoshis, commitment }: CurrencyStateRecord,
): CurrencyCoin => {
  const state = stateOf(terms, commitment);
  return {
    outpoint: { txid, vout },
    category,
    satoshis,
    state,
    units: state.status === 'ACTIVE' ? BigInt(state.index) : 0n,
  };
};

/** Restores the clock of a notice from its stored form. */
export const clockOf = (
  { terms }: CurrencyContract,
  { clock, state }: Pick<CurrencyPaymentRecord, 'clock' | 'state'>,
): CurrencyClockCoin | undefined =>
  clock === null || state === null
    ? undefined
    : {
        outpoint: { txid: clock.txid, vout: clock.vout },
        satoshis: clock.satoshis,
        units: BigInt(stateOf(terms, state.commitment).index),
      };

/** Converts the coin of a payment to its stored form. */
export const toStateRecord = ({ outpoint, category, satoshis, state }: CurrencyCoin): CurrencyStateRecord => ({
  ...outpoint,
  category,
  satoshis,
  commitment: encodeCurrencyState(state),
});

/** Returns the recipient of a stored payment. */
export const recipientOf = ({ recipientHash }: Pick<CurrencyPaymentRecord, 'recipientHash'>): Uint8Array =>
  partyOfKey(recipientHash);

/** Returns what the funding of a stored payment opens. */
export const draftOf = ({ terms }: CurrencyContract, payment: CurrencyPaymentRecord): CurrencyDraft => ({
  recipient: recipientOf(payment),
  amount: payment.amountPerPeriod,
  periods: payment.periods ?? endlessPeriods(terms, BigInt(payment.firstDue)),
  firstDue: BigInt(payment.firstDue),
  satoshis: payment.openingSatoshis,
  index: stateOf(terms, payment.initialCommitment).index,
});
