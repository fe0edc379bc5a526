import type { Output, TransactionCommon } from '@bitauth/libauth';
import { findPaydaysProblem, type PaydaysProblem } from '@weir/calendar';
import { MAX_LOCKTIME, MIN_TIME } from '@weir/kinds';
import { type CurrencyProblem, findCurrencyProblem, MIN_PAYMENT } from '@weir/payments';
import { bytesKey } from '../bytes/read-bytes.js';
import { isLocalNetwork, type Network } from '../chain/network.js';
import type { Party } from '../chain/party.js';
import { UNIVERSAL_SCRIPT_KEYS } from '../contract/universal-scripts.js';
import { categoryOf, freshCategory, onlyAnnouncement, shownParties } from '../plan/funding/funding-reading.js';
import { announcesCurrency, decodeCurrencyAnnouncement } from './currency-announcement.js';
import { type CurrencyCoin, type CurrencyHolding, readCurrencyHolding } from './currency-coin.js';
import { createCurrencyContract, type CurrencyContract } from './currency-contract.js';
import type { CurrencyPlanTerms, CurrencyRhythm, CurrencySharedTerms } from './currency-terms.js';

/** The rule that the numbers of a new payment break. Each would allow a theft or lock money up. */
export type CurrencyStateProblem =
  | CurrencyProblem
  | PaydaysProblem
  | 'INDEX_OUT_OF_RANGE'
  /** It holds another number of units than its index: free units could serve as anybody's clock. */
  | 'UNITS_NOT_INDEX'
  /** It starts paused, cancelled or under notice. */
  | 'NOT_ACTIVE'
  /** The first date is a block height, or one that no locktime reaches. */
  | 'FIRST_DATE_OUT_OF_RANGE'
  /** It starts with a debt, to which no sender agreed. */
  | 'IN_DEBT'
  /** It has less than the reserve and the smallest payment. */
  | 'TOO_LITTLE_MONEY';

/**
 * Why a transaction is not a sound funding of payments in a currency. One unsound output spoils all payments of the funding: it could
 * serve any of them as a clock.
 */
export type CurrencyFundingProblem =
  | CurrencyStateProblem
  | 'NO_ANNOUNCEMENT'
  | 'SEVERAL_ANNOUNCEMENTS'
  | 'TERMS_UNSOUND'
  | 'NO_PAYMENTS'
  | 'SEVERAL_CATEGORIES'
  /** The category was not made in this transaction, so more of it may lie elsewhere. */
  | 'CATEGORY_NOT_FRESH'
  | 'CATEGORY_ELSEWHERE'
  | 'NO_STATE'
  | 'INDEX_TWICE'
  /** No output without a token shows the recipient's address, so nobody could pay them. */
  | 'RECIPIENT_NOT_SHOWN'
  /** The recipient or the sender is an address of the payments themselves or a universal script. */
  | 'PARTY_IS_OF_THE_PLAN';

/** One problem, and the output that has it. */
export interface CurrencyFundingFault {
  readonly problem: CurrencyFundingProblem;
  readonly vout: number | undefined;
}

/** One payment as its funding made it. */
export interface FoundCurrencyPayment {
  readonly coin: CurrencyCoin;
  /** Taken from the note that the recipient is paid. */
  readonly recipient: Party;
}

/** The payments of a funding, rebuilt from its bytes alone. Its named sender need not have paid for it, nor agreed. */
export interface FoundCurrencyPlan {
  readonly txid: string;
  readonly contract: CurrencyContract;
  /** Display-order hex. */
  readonly category: string;
  /** In the order of the outputs. */
  readonly payments: readonly FoundCurrencyPayment[];
}

/** The payments that a transaction funds, or everything that is wrong with it. */
export type CurrencyFundingResult =
  | { readonly ok: true; readonly plan: FoundCurrencyPlan }
  | { readonly ok: false; readonly problems: readonly CurrencyFundingFault[] };

/** Largest index: a positive number of two bytes, signed. */
const MAX_INDEX = 32_767;

/**
 * Returns the first rule that the numbers of a new payment break, or undefined. The same check serves what a user asks for and what a
 * funding shows.
 */
export const findCurrencyStateProblem = (
  {
    lowest,
    highest,
    reserve,
    paydays,
  }: Pick<CurrencySharedTerms, 'lowest' | 'highest' | 'reserve'> & Pick<CurrencyRhythm, 'paydays'>,
  { units, state, satoshis }: Pick<CurrencyHolding, 'units' | 'state' | 'satoshis'>,
): CurrencyStateProblem | undefined => {
  const { index, status, left, open, next, payday = 0n, debt, amount } = state;
  if (index < 1 || index > MAX_INDEX) return 'INDEX_OUT_OF_RANGE';
  if (units !== BigInt(index)) return 'UNITS_NOT_INDEX';
  if (status !== 'ACTIVE' || open !== left) return 'NOT_ACTIVE';
  if (next < MIN_TIME || next > MAX_LOCKTIME) return 'FIRST_DATE_OUT_OF_RANGE';
  const dates = paydays && findPaydaysProblem(paydays, payday, BigInt(left));
  if (dates !== undefined) return dates;
  if (debt !== 0n) return 'IN_DEBT';
  const problem = findCurrencyProblem({ amount, lowest, highest }, BigInt(left));
  if (problem !== undefined) return problem;
  return satoshis < reserve + MIN_PAYMENT ? 'TOO_LITTLE_MONEY' : undefined;
};

const refuse = (problem: CurrencyFundingProblem): CurrencyFundingResult => ({
  ok: false,
  problems: [{ problem, vout: undefined }],
});

const announcedTerms = (outputs: readonly Output[], network: Network): CurrencyPlanTerms | CurrencyFundingProblem => {
  const only = onlyAnnouncement(outputs, announcesCurrency);
  if (typeof only === 'string') return only;
  return decodeCurrencyAnnouncement(only.lockingBytecode, isLocalNetwork(network)) ?? 'TERMS_UNSOUND';
};

/** Returns what no party of a payment may be: scripts that nobody can spend what is paid to, as keys of `bytesKey`. */
const ownAddresses = (contract: CurrencyContract, holdings: readonly CurrencyHolding[]): ReadonlySet<string> =>
  new Set([
    ...UNIVERSAL_SCRIPT_KEYS,
    bytesKey(contract.lockingBytecode),
    ...holdings.map(({ category, state }) => bytesKey(contract.till(category, state.index).lockingBytecode)),
  ]);

/**
 * Finds the payments in a currency that a transaction funds, from its bytes alone: the terms in the announcement, the payments in the
 * outputs of the one category made here, the recipients in their notes. They are found whole or not at all.
 *
 * @param network determines addresses and the shortest notice
 * @param txid display-order hex
 */
export const findCurrencyFunding = (
  network: Network,
  txid: string,
  transaction: TransactionCommon,
): CurrencyFundingResult => {
  const { outputs } = transaction;
  const terms = announcedTerms(outputs, network);
  if (typeof terms === 'string') return refuse(terms);
  const contract = createCurrencyContract(terms, network);
  const made = freshCategory(transaction, new Map([[bytesKey(contract.lockingBytecode), contract]]));
  if (made === 'NO_STREAMS') return refuse('NO_PAYMENTS');
  if (typeof made === 'string') return refuse(made);

  const shown = shownParties(outputs);
  const [payments, problems]: [FoundCurrencyPayment[], CurrencyFundingFault[]] = [[], []];
  const seen = new Set<number>();
  for (const [vout, output] of outputs.entries()) {
    if (categoryOf(output) !== made.category) continue;
    const isThere = bytesKey(output.lockingBytecode) === bytesKey(contract.lockingBytecode);
    const holding = readCurrencyHolding(contract, output);
    if (holding === undefined) {
      problems.push({ problem: isThere ? 'NO_STATE' : 'CATEGORY_ELSEWHERE', vout });
      continue;
    }
    const recipient = shown.get(bytesKey(holding.state.recipient));
    const isTwice = seen.has(holding.state.index);
    seen.add(holding.state.index);
    const problem = findCurrencyStateProblem(terms, holding) ?? (isTwice ? 'INDEX_TWICE' : undefined);
    if (problem !== undefined) problems.push({ problem, vout });
    else if (recipient === undefined) problems.push({ problem: 'RECIPIENT_NOT_SHOWN', vout });
    else payments.push({ coin: { ...holding, outpoint: { txid, vout } }, recipient });
  }
  const own = ownAddresses(
    contract,
    payments.map(({ coin }) => coin),
  );
  if (own.has(bytesKey(terms.sender))) problems.push({ problem: 'PARTY_IS_OF_THE_PLAN', vout: undefined });
  for (const { coin, recipient } of payments)
    if (own.has(bytesKey(recipient))) problems.push({ problem: 'PARTY_IS_OF_THE_PLAN', vout: coin.outpoint.vout });
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, plan: { txid, contract, category: payments[0]?.coin.category ?? '', payments } };
};
