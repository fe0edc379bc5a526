import { binsAreEqual, type Output, type TransactionCommon } from '@bitauth/libauth';
import { bytesKey, writeHex } from '../bytes/read-bytes.js';
import { isLocalNetwork, type Network } from '../chain/network.js';
import type { Party } from '../chain/party.js';
import { UNIVERSAL_SCRIPT_KEYS } from '../contract/universal-scripts.js';
import { freshCategory, fundedStreams, onlyAnnouncement, shownParties } from '../plan/funding/funding-reading.js';
import { readCompanion } from '../plan/plan-coin.js';
import { PLAN_COMPANION_SATOSHIS } from '../plan/plan-limits.js';
import { announcesCalendar, decodeCalendarAnnouncement } from './calendar-announcement.js';
import type { CalendarCoin, CalendarHolding } from './calendar-coin.js';
import { type CalendarContract, createCalendarContracts } from './calendar-contract.js';
import { type CalendarStreamProblem, findCalendarStreamProblem } from './calendar-rules.js';
import { decodeCalendarState } from './calendar-state.js';
import { type CalendarTerms, isBchCalendar } from './calendar-terms.js';
import { type AnnouncedTranches, readTrancheCarriers } from './tranche-carriers.js';

/** Why a transaction is not a sound funding of a plan by the calendar. One unsound output spoils all streams of the funding. */
export type CalendarFundingProblem =
  | CalendarStreamProblem
  | 'NO_ANNOUNCEMENT'
  | 'SEVERAL_ANNOUNCEMENTS'
  /** A plan cannot have the announced terms. */
  | 'TERMS_UNSOUND'
  | 'NO_STREAMS'
  | 'SEVERAL_CATEGORIES'
  /** The category was not made in this transaction, so more of it may lie elsewhere. */
  | 'CATEGORY_NOT_FRESH'
  /** An output carries the category without being a stream at an address of the plan. */
  | 'CATEGORY_ELSEWHERE'
  | 'NO_STATE'
  | 'NO_COMPANION'
  | 'INDEX_TWICE'
  | 'SEVERAL_ASSETS'
  /** No output without a token shows the recipient's address, so nobody could pay them. */
  | 'RECIPIENT_NOT_SHOWN'
  /** The recipient or the sender is an address of the plan itself or a universal script. */
  | 'PARTY_IS_OF_THE_PLAN';

/** One problem, and the output that has it. */
export interface CalendarFundingFault {
  readonly problem: CalendarFundingProblem;
  readonly vout: number | undefined;
}

/** One stream as its funding made it. */
export interface FoundCalendarStream {
  readonly contract: CalendarContract;
  readonly coin: CalendarCoin;
  /** Taken from the note that the recipient is paid. */
  readonly recipient: Party;
}

/** A plan by the calendar, rebuilt from the bytes of its funding alone. Its named sender need not have paid for it. */
export interface FoundCalendar {
  readonly txid: string;
  readonly terms: CalendarTerms;
  /** One contract for each group, in their order. */
  readonly contracts: readonly CalendarContract[];
  /** Display-order hex. */
  readonly category: string;
  /** Category of the tokens, display-order hex; undefined in BCH. */
  readonly asset: string | undefined;
  /** In the order of the outputs. */
  readonly streams: readonly FoundCalendarStream[];
}

/** The plan that a transaction funds, or everything that is wrong with it. */
export type CalendarFundingResult =
  | { readonly ok: true; readonly plan: FoundCalendar }
  | { readonly ok: false; readonly problems: readonly CalendarFundingFault[] };

const refuse = (problem: CalendarFundingProblem): CalendarFundingResult => ({
  ok: false,
  problems: [{ problem, vout: undefined }],
});

/**
 * Reads the stream at an output (and, for tokens, the one behind it) by its form alone; undefined where there is none.
 */
export const readCalendarStream = (
  contract: CalendarContract,
  outputs: readonly Output[],
  vout: number,
): CalendarHolding | undefined => {
  const output = outputs[vout];
  const nft = output?.token?.nft;
  if (output?.token === undefined || nft?.capability !== 'mutable') return undefined;
  if (!binsAreEqual(output.lockingBytecode, contract.lockingBytecode)) return undefined;
  const { product } = contract.terms;
  const decoded = decodeCalendarState(product, nft.commitment);
  if (decoded === undefined) return undefined;
  const { state, reserve = 0n } = decoded;
  const shared = { category: writeHex(output.token.category), units: output.token.amount, state };
  const value = output.valueSatoshis;
  if (isBchCalendar(product)) return { ...shared, principal: value - reserve, reserve, companion: undefined };
  const beside = readCompanion(contract, shared.category, outputs[vout + 1]);
  return beside && { ...shared, reserve: value, ...beside };
};

/** What the checks of single outputs share. */
interface Reading {
  readonly txid: string;
  readonly terms: CalendarTerms;
  readonly outputs: readonly Output[];
  readonly addresses: ReadonlyMap<string, CalendarContract>;
  readonly own: ReadonlySet<string>;
  readonly shown: ReadonlyMap<string, Party>;
  readonly lists: AnnouncedTranches;
}

const foundStream = (reading: Reading, output: Output, vout: number): FoundCalendarStream | CalendarFundingProblem => {
  const { txid, terms, outputs, addresses, own, shown, lists } = reading;
  const contract = addresses.get(bytesKey(output.lockingBytecode));
  if (contract === undefined) return 'CATEGORY_ELSEWHERE';
  const holding = readCalendarStream(contract, outputs, vout);
  if (holding === undefined) return output.token?.nft?.capability === 'mutable' ? 'NO_COMPANION' : 'NO_STATE';
  const { companion, state, principal } = holding;
  // A close returns at least the companion's satoshis: below dust, nodes would not relay the last payment.
  if (companion !== undefined && (companion.nft !== undefined || companion.satoshis < PLAN_COMPANION_SATOSHIS))
    return 'NO_COMPANION';
  const tranches = state.kind === 'TRANCHES' ? lists.find(state.list, principal) : undefined;
  const problem = findCalendarStreamProblem(terms, contract.group, { ...holding, tranches });
  if (problem !== undefined) return problem;
  const recipient = shown.get(bytesKey(state.recipient));
  if (recipient === undefined) return 'RECIPIENT_NOT_SHOWN';
  if (own.has(bytesKey(recipient))) return 'PARTY_IS_OF_THE_PLAN';
  const list = tranches === undefined ? {} : { tranches };
  return { contract, coin: { ...holding, ...list, outpoint: { txid, vout } }, recipient };
};

const announcedTerms = (outputs: readonly Output[], network: Network): CalendarTerms | CalendarFundingProblem => {
  const only = onlyAnnouncement(outputs, announcesCalendar);
  if (typeof only === 'string') return only;
  return decodeCalendarAnnouncement(only.lockingBytecode, isLocalNetwork(network)) ?? 'TERMS_UNSOUND';
};

/**
 * Finds the plan by the calendar that a transaction funds, from its bytes alone: the terms in the announcement, the streams in the outputs
 * of the one category made here, the recipients in their notes, the tranches in their carriers. It is found whole or not at all.
 *
 * @param network determines addresses and the shortest notice
 * @param txid display-order hex
 */
export const findCalendarFunding = (
  network: Network,
  txid: string,
  transaction: TransactionCommon,
): CalendarFundingResult => {
  const { outputs } = transaction;
  const terms = announcedTerms(outputs, network);
  if (typeof terms === 'string') return refuse(terms);
  const contracts = createCalendarContracts(terms, network);
  const addresses = new Map(contracts.map((contract) => [bytesKey(contract.lockingBytecode), contract]));
  const made = freshCategory(transaction, addresses);
  if (typeof made === 'string') return refuse(made);

  const own = new Set([...UNIVERSAL_SCRIPT_KEYS, ...addresses.keys()]);
  const lists = readTrancheCarriers(outputs, terms.sender);
  const reading: Reading = { txid, terms, outputs, addresses, own, shown: shownParties(outputs), lists };
  const { streams, problems } = fundedStreams<FoundCalendarStream, CalendarFundingProblem>(
    outputs,
    { ...made, own, sender: terms.sender },
    (output, vout) => foundStream(reading, output, vout),
  );
  if (problems.length > 0) return { ok: false, problems };
  const [first] = streams;
  const asset = first?.coin.companion?.category;
  return { ok: true, plan: { txid, terms, contracts, category: first?.coin.category ?? '', asset, streams } };
};
