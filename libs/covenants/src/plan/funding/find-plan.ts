import type { Output, TransactionCommon } from '@bitauth/libauth';
import { bytesKey } from '../../bytes/read-bytes.js';
import { isLocalNetwork, type Network } from '../../chain/network.js';
import type { Party } from '../../chain/party.js';
import { announcesPlan, decodePlanAnnouncement } from '../plan-announcement.js';
import { readState, readStream, type PlanCoin } from '../plan-coin.js';
import { createPlanContracts, type PlanContract } from '../plan-contract.js';
import { PLAN_COMPANION_SATOSHIS } from '../plan-limits.js';
import type { PlanTerms } from '../plan-terms.js';
import { freshCategory, fundedStreams, onlyAnnouncement, shownParties } from './funding-reading.js';
import { ownAddresses } from './lay-out-plan.js';
import { findStreamProblem, type StreamProblem } from './stream-rules.js';

/**
 * Why a transaction is not a sound funding of a plan. One unsound output spoils all streams of the funding: it could
 * serve any of them as a clock.
 */
export type PlanFundingProblem =
  | StreamProblem
  | 'NO_ANNOUNCEMENT'
  | 'SEVERAL_ANNOUNCEMENTS'
  /** A plan cannot have the announced terms, such as a sender of no standard kind. */
  | 'TERMS_UNSOUND'
  | 'NO_STREAMS'
  /** NFTs or tokens of more than one category at the plan's addresses. */
  | 'SEVERAL_CATEGORIES'
  /** The category was not made in this transaction, so more of it may lie elsewhere. */
  | 'CATEGORY_NOT_FRESH'
  /** An output carries the category without being a stream at an address of the plan. */
  | 'CATEGORY_ELSEWHERE'
  /** An output at an address of the plan is not a mutable NFT with a commitment of the product. */
  | 'NO_STATE'
  | 'INDEX_TWICE'
  /**
   * Of a stream of tokens: the output behind the state is not at the companion script, does not carry tokens alone,
   * or has less than 1,000 satoshis.
   */
  | 'NO_COMPANION'
  /** The companions carry tokens of different categories. */
  | 'SEVERAL_ASSETS'
  /** No output without a token shows the recipient's address, so nobody could pay them. */
  | 'RECIPIENT_NOT_SHOWN'
  /** The recipient or the sender is an address of the plan itself or a universal script. */
  | 'PARTY_IS_OF_THE_PLAN';

/** One problem, and the output that has it. */
export interface PlanFundingFault {
  readonly problem: PlanFundingProblem;
  readonly vout: number | undefined;
}

/** One stream as its funding made it. */
export interface FoundStream {
  readonly contract: PlanContract;
  readonly coin: PlanCoin;
  /** Taken from the note that the recipient is paid. */
  readonly recipient: Party;
}

/**
 * A plan, rebuilt from the bytes of its funding alone. Its named sender need not have paid for it, and has not been proven
 * to agree: see `showsParty`.
 */
export interface FoundPlan {
  readonly txid: string;
  readonly terms: PlanTerms;
  /** One contract for each group, in their order. */
  readonly contracts: readonly PlanContract[];
  /** Display-order hex. */
  readonly category: string;
  /** Category of the tokens, display-order hex; undefined in BCH. */
  readonly asset: string | undefined;
  /** In the order of the outputs. */
  readonly streams: readonly FoundStream[];
}

/** The plan that a transaction funds, or everything that is wrong with it. */
export type PlanFundingResult =
  | { readonly ok: true; readonly plan: FoundPlan }
  | { readonly ok: false; readonly problems: readonly PlanFundingFault[] };

const refuse = (problem: PlanFundingProblem): PlanFundingResult => ({
  ok: false,
  problems: [{ problem, vout: undefined }],
});

/** What the checks of single outputs share. */
interface Reading {
  readonly txid: string;
  readonly terms: PlanTerms;
  readonly outputs: readonly Output[];
  readonly addresses: ReadonlyMap<string, PlanContract>;
  readonly own: ReadonlySet<string>;
  readonly shown: ReadonlyMap<string, Party>;
}

/** Reads the stream at an output of the plan's category, or why it is none. */
const foundStream = (
  { txid, terms, outputs, addresses, own, shown }: Reading,
  output: Output,
  vout: number,
): FoundStream | PlanFundingProblem => {
  const contract = addresses.get(bytesKey(output.lockingBytecode));
  if (contract === undefined) return 'CATEGORY_ELSEWHERE';
  const holding = readStream(contract, outputs, vout);
  if (holding === undefined) return readState(contract, output) === undefined ? 'NO_STATE' : 'NO_COMPANION';
  if (holding.companion?.nft !== undefined) return 'NO_COMPANION';
  // A close returns at least the companion's satoshis: below dust, nodes would not relay the last payment.
  if (holding.companion !== undefined && holding.companion.satoshis < PLAN_COMPANION_SATOSHIS) return 'NO_COMPANION';
  const problem = findStreamProblem(terms, contract.group, holding);
  if (problem !== undefined) return problem;
  const recipient = shown.get(bytesKey(holding.state.recipient));
  if (recipient === undefined) return 'RECIPIENT_NOT_SHOWN';
  if (own.has(bytesKey(recipient))) return 'PARTY_IS_OF_THE_PLAN';
  return { contract, coin: { ...holding, outpoint: { txid, vout } }, recipient };
};

/** Returns the terms that a transaction announces, or why it announces none. */
const announcedTerms = (outputs: readonly Output[], network: Network): PlanTerms | PlanFundingProblem => {
  const only = onlyAnnouncement(outputs, announcesPlan);
  if (typeof only === 'string') return only;
  return decodePlanAnnouncement(only.lockingBytecode, isLocalNetwork(network)) ?? 'TERMS_UNSOUND';
};

/**
 * Finds the plan that a transaction funds, from its bytes alone: the terms in the announcement, the streams in the
 * outputs of the one category made here, the recipients in their notes. It is found whole or not at all: every output
 * that carries the category must be a sound stream, since any other could serve one of them as a clock.
 *
 * @param network determines addresses and the shortest notice
 * @param txid display-order hex
 */
export const findPlanFunding = (network: Network, txid: string, transaction: TransactionCommon): PlanFundingResult => {
  const { outputs } = transaction;
  const terms = announcedTerms(outputs, network);
  if (typeof terms === 'string') return refuse(terms);
  const contracts = createPlanContracts(terms, network);
  const addresses = new Map(contracts.map((contract) => [bytesKey(contract.lockingBytecode), contract]));
  const made = freshCategory(transaction, addresses);
  if (typeof made === 'string') return refuse(made);

  const own = ownAddresses(contracts);
  const reading: Reading = { txid, terms, outputs, addresses, own, shown: shownParties(outputs) };
  const { streams, problems } = fundedStreams<FoundStream, PlanFundingProblem>(
    outputs,
    { ...made, own, sender: terms.sender },
    (output, vout) => foundStream(reading, output, vout),
  );
  if (problems.length > 0) return { ok: false, problems };
  const asset = streams[0]?.coin.companion?.category;
  return {
    ok: true,
    plan: { txid, terms, contracts, category: streams[0]?.coin.category ?? '', asset, streams },
  };
};
