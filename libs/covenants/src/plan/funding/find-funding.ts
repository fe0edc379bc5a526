import type { Output, TransactionCommon } from '@bitauth/libauth';
import { bytesKey } from '../../bytes/read-bytes.js';
import { isLocalNetwork, type Network } from '../../chain/network.js';
import type { Outpoint } from '../../chain/outpoint.js';
import type { Party } from '../../chain/party.js';
import { UNIVERSAL_SCRIPT_KEYS } from '../../contract/universal-scripts.js';
import type { PlanCompanion } from '../plan-coin.js';
import { PLAN_COMPANION_SATOSHIS } from '../plan-limits.js';
import { categoryOf, freshCategory, onlyAnnouncement, shownParties } from './funding-reading.js';

/**
 * Why a transaction is not a sound funding of a plan. One unsound output spoils all streams of the funding: it could
 * serve any of them as a clock.
 */
export type FundingProblem =
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

/** One problem, and the output that has it; undefined of the whole. */
export interface FundingFault<Problem extends string> {
  readonly problem: Problem | FundingProblem;
  readonly vout: number | undefined;
}

/** The state of a stream, as far as all kinds of plans are alike. */
interface Holding {
  /** Display-order hex. */
  readonly category: string;
  readonly state: { readonly index: number; readonly recipient: Uint8Array };
  readonly companion: PlanCompanion | undefined;
}

/** One stream as its funding made it. */
export interface FoundIn<Contract, Coin> {
  readonly contract: Contract;
  readonly coin: Coin;
  /** Taken from the note that the recipient is paid. */
  readonly recipient: Party;
}

/**
 * A plan, rebuilt from the bytes of its funding alone. Its named sender need not have paid for it, and has not been proven
 * to agree: see `showsParty`.
 */
export interface Found<Terms, Contract, Coin> {
  readonly txid: string;
  readonly terms: Terms;
  /** One contract for each group, in their order. */
  readonly contracts: readonly Contract[];
  /** Display-order hex. */
  readonly category: string;
  /** Category of the tokens, display-order hex; undefined in BCH. */
  readonly asset: string | undefined;
  /** In the order of the outputs. */
  readonly streams: readonly FoundIn<Contract, Coin>[];
}

/** The plan that a transaction funds, or everything that is wrong with it. */
export type FundingResult<Plan, Problem extends string> =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly problems: readonly FundingFault<Problem>[] };

/** What is of one kind of plan when its funding is read. */
export interface FundingFormat<Terms, Contract, Coin, Problem extends string> {
  /** Whether a locking bytecode announces a plan of this kind, sound or not. */
  readonly announces: (lockingBytecode: Uint8Array) => boolean;
  /** Reads its announcement; undefined where no plan may have its terms. */
  readonly decode: (lockingBytecode: Uint8Array, local: boolean) => Terms | undefined;
  /** Creates the contracts of its groups, in their order. */
  readonly contracts: (terms: Terms, network: Network) => readonly Contract[];
  /** Returns how the stream at an output is read, or why it is none; its place is added by the reader of the funding. */
  readonly reader: (
    terms: Terms,
    outputs: readonly Output[],
  ) => (contract: Contract, vout: number) => Omit<Coin, 'outpoint'> | Problem | FundingProblem;
}

/** A stream that a funding made, as far as all of them are compared. */
interface FoundState {
  readonly coin: Pick<Holding, 'state' | 'companion'> & { readonly outpoint: Outpoint };
}

const indexesTwice = (streams: readonly FoundState[]): FundingFault<never>[] => {
  const seen = new Set<number>();
  return streams.flatMap(({ coin }) => {
    const { index } = coin.state;
    if (seen.has(index)) return [{ problem: 'INDEX_TWICE' as const, vout: coin.outpoint.vout }];
    seen.add(index);
    return [];
  });
};

const severalAssets = (streams: readonly FoundState[]): FundingFault<never>[] => {
  const asset = streams[0]?.coin.companion?.category;
  const other = streams.find(({ coin }) => coin.companion?.category !== asset);
  return other === undefined ? [] : [{ problem: 'SEVERAL_ASSETS', vout: other.coin.outpoint.vout }];
};

/** Whether the companion of a stream, if it has one, is one that a funding makes. */
export const isCompanionSound = (companion: PlanCompanion | undefined): boolean =>
  // A close returns at least the companion's satoshis: below dust, nodes would not relay the last payment.
  companion === undefined || (companion.nft === undefined && companion.satoshis >= PLAN_COMPANION_SATOSHIS);

/**
 * Finds the plan that a transaction funds, from its bytes alone: the terms in the announcement, the streams in the
 * outputs of the one category made here, the recipients in their notes. It is found whole or not at all: every output
 * that carries the category must be a sound stream, since any other could serve one of them as a clock.
 *
 * @param network determines addresses and the shortest notice
 * @param txid display-order hex
 */
export const findFunding = <
  Terms extends { readonly sender: Party },
  Contract extends { readonly lockingBytecode: Uint8Array },
  Coin extends Holding & { readonly outpoint: Outpoint },
  Problem extends string,
>(
  { network, txid, transaction }: { network: Network; txid: string; transaction: TransactionCommon },
  format: FundingFormat<Terms, Contract, Coin, Problem>,
): FundingResult<Found<Terms, Contract, Coin>, Problem> => {
  const refuse = (problem: FundingProblem) => ({ ok: false as const, problems: [{ problem, vout: undefined }] });
  const { outputs } = transaction;
  const announcement = onlyAnnouncement(outputs, format.announces);
  if (typeof announcement === 'string') return refuse(announcement);
  const terms = format.decode(announcement.lockingBytecode, isLocalNetwork(network));
  if (terms === undefined) return refuse('TERMS_UNSOUND');
  const contracts = format.contracts(terms, network);
  const addresses = new Map(contracts.map((contract) => [bytesKey(contract.lockingBytecode), contract]));
  const made = freshCategory(transaction, addresses);
  if (typeof made === 'string') return refuse(made);

  const own = new Set([...UNIVERSAL_SCRIPT_KEYS, ...addresses.keys()]);
  const shown = shownParties(outputs);
  const readCoin = format.reader(terms, outputs);
  const readStream = (output: Output, vout: number): FoundIn<Contract, Coin> | Problem | FundingProblem => {
    const contract = addresses.get(bytesKey(output.lockingBytecode));
    if (contract === undefined) return 'CATEGORY_ELSEWHERE';
    const read = readCoin(contract, vout);
    if (typeof read === 'string') return read;
    const coin = { ...read, outpoint: { txid, vout } } as Coin;
    const recipient = shown.get(bytesKey(coin.state.recipient));
    if (recipient === undefined) return 'RECIPIENT_NOT_SHOWN';
    if (own.has(bytesKey(recipient))) return 'PARTY_IS_OF_THE_PLAN';
    return { contract, coin, recipient };
  };

  const read = outputs.flatMap((output, vout) =>
    categoryOf(output) === made.category ? [{ vout, stream: readStream(output, vout) }] : [],
  );
  const streams = read.flatMap(({ stream }) => (typeof stream === 'string' ? [] : [stream]));
  const problems: FundingFault<Problem>[] = [
    ...(own.has(bytesKey(terms.sender)) ? [{ problem: 'PARTY_IS_OF_THE_PLAN' as const, vout: undefined }] : []),
    ...read.flatMap(({ vout, stream }) => (typeof stream === 'string' ? [{ problem: stream, vout }] : [])),
    ...indexesTwice(streams),
    ...severalAssets(streams),
  ];
  const [first] = streams;
  if (problems.length > 0 || first === undefined) return { ok: false, problems };
  const { category, companion } = first.coin;
  return { ok: true, plan: { txid, terms, contracts, category, asset: companion?.category, streams } };
};
