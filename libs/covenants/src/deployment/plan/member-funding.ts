import { binsAreEqual, type TransactionCommon } from '@bitauth/libauth';
import { type ChainTip, isLocalNetwork, type Network } from '../../chain/network.js';
import type { Party } from '../../chain/party.js';
import { cutPlan, type PlanPart } from '../../plan/funding/cut-plan.js';
import { planCost } from '../../plan/funding/plan-cost.js';
import type { PlannedStream } from '../../plan/funding/plan-draft.js';
import { decodePlanAnnouncement, encodePlanAnnouncement } from '../../plan/plan-announcement.js';
import { encodePlanState } from '../../plan/plan-commitment.js';
import { createPlanContracts, type PlanContract } from '../../plan/plan-contract.js';
import { isBchPlan } from '../../plan/plan-limits.js';
import { groupKey, type PlanTerms } from '../../plan/plan-terms.js';
import { buildPlanFunding, type PlanFunding } from '../../plan/transactions/fund-plan.js';
import type { Funds } from '../../transaction/coin-selection.js';
import type { GenesisOptions } from '../../transaction/genesis.js';
import type { ContractState } from '../stream-schedule.types.js';
import { type PlanOpening, planStateOf } from './plan-opening.js';
import { keyWallet } from './plan-position.js';
import { findPlanDeployments, type PlanDeployments } from './plan-stream.js';

/** A stream of a plan as a record keeps it, funded or not: all there is to know of it beside the announcement. */
export interface PlanMember {
  /** Its category is that of the state once funded, and of no meaning before. */
  readonly opening: PlanOpening;
  /** Satoshis beside the principal; for tokens all satoshis of the state. */
  readonly reserve: bigint;
}

/** A stream that a part of a plan opens, with what its siblings share. */
export interface PlannedMember extends PlanMember {
  readonly contract: PlanContract;
  /** The announcement's locking bytecode. */
  readonly announcement: Uint8Array;
  /** Index of its group among those of the terms. */
  readonly group: number;
  readonly index: number;
}

/**
 * Decodes the terms in a stored announcement.
 *
 * @throws Error where it does not belong to a plan: this service never wrote it
 */
export const planTermsOf = (announcement: Uint8Array, network: Network): PlanTerms => {
  const terms = decodePlanAnnouncement(announcement, isLocalNetwork(network));
  if (terms === undefined) throw new Error('Stored announcement does not decode as a plan');
  return terms;
};

/**
 * Creates the contracts of a stored announcement, one for each group.
 *
 * @throws Error where it does not belong to a plan
 */
export const planContractsOf = (announcement: Uint8Array, network: Network): readonly PlanContract[] =>
  createPlanContracts(planTermsOf(announcement, network), network);

/**
 * Lists all streams that a part opens, each as a record keeps it, in the part's order.
 *
 * @param asset category of the tokens, display-order hex; undefined in BCH
 */
export const plannedMembers = (
  { terms, contracts, streams }: PlanPart,
  asset: string | undefined,
): readonly PlannedMember[] => {
  const announcement = encodePlanAnnouncement(terms);
  const groups = new Map(contracts.map((contract, group) => [groupKey(contract.group), { contract, group }]));
  return streams.flatMap(({ recipient, group, state, principal, reserve }) => {
    const at = groups.get(groupKey(group));
    if (at === undefined) return [];
    const commitment = encodePlanState(terms.product, state, reserve);
    const opening = { category: '', commitment, total: principal, asset, recipient };
    return [{ ...at, announcement, index: state.index, opening, reserve }];
  });
};

/** What the funding of a stream takes, beside fees. */
export interface FundingNeeds {
  /** Satoshis of the state output. */
  readonly satoshis: bigint;
  /** Satoshis among them that pay for the first transitions. */
  readonly reserve: bigint;
  /** Fungible units of the plan's own category in the state output. */
  readonly units: bigint;
  /** Base units of the token in the companion behind the state; undefined in BCH. */
  readonly tokens: bigint | undefined;
  /** Outputs that the funding must have in addition: those from which anybody rebuilds the contract. */
  readonly otherOutputs: readonly { readonly lockingBytecode: Uint8Array; readonly satoshis: bigint }[];
  /** Satoshis that the recipient is paid at once, which shows their address on the chain. */
  readonly note: bigint;
  /** Satoshis of the output that the funding is found by, and of those that hold tokens. */
  readonly dust: bigint;
  /** Bytes of a funding with the fewest possible wallet coins. */
  readonly size: bigint;
}

/** The deployment that a transaction makes of a stream, or why it makes none, in words for the user. */
export type FoundDeployment =
  | {
      readonly ok: true;
      readonly state: ContractState;
      /** Who was paid at first: they may have moved to another address since. */
      readonly recipient: Party;
    }
  | { readonly ok: false; readonly problems: readonly string[] };

/** How a stored stream of any product is funded. */
export interface StreamFunding {
  readonly needs: FundingNeeds;
  /** Finds the deployment that a transaction makes of the stream. */
  findDeployment(txid: string, transaction: TransactionCommon): FoundDeployment;
  /**
   * Builds the funding for the sender to sign.
   *
   * @param funds of the sender
   * @throws InsufficientFundsError
   * @throws InsufficientTokensError
   * @throws CovenantError PARTY_IS_SCRIPT where the sender is a script
   * @throws RangeError where its plan is funded as a whole
   */
  build(funds: Funds, tip: ChainTip, options?: GenesisOptions): PlanFunding;
}

/** How a stored stream of a plan in seconds is funded. */
export interface MemberFunding extends StreamFunding {
  /** What it opens, where the stream is a plan of one. */
  readonly part: PlanPart;
  /** Finds it among all that a transaction opens, which is read once for many siblings. */
  findAmong(found: PlanDeployments): FoundDeployment;
}

const plannedOf = ({ group, terms }: PlanContract, { opening, reserve }: PlanMember): PlannedStream => ({
  recipient: opening.recipient,
  group,
  state: planStateOf({ group, terms }, opening.commitment).state,
  principal: opening.total,
  reserve,
});

/**
 * A plan's cost reserves three bytes for each count of inputs and outputs; for a single stream one byte each is
 * enough.
 */
const LONG_COUNTS = 4;

const needsOf = ({ terms }: PlanContract, stream: PlannedStream): FundingNeeds => {
  const { product, sender } = terms;
  const runs = cutPlan({ product, sender }, [stream]);
  const [run] = runs;
  if (run === undefined) throw new Error(`Expected exactly one run for one stream, got ${runs.length}`);
  const { principal, reserve } = stream;
  const bch = isBchPlan(product);
  const { notes: note, companions, beacon, bytes } = planCost({ product }, run);
  return {
    satoshis: bch ? principal + reserve : reserve,
    reserve,
    units: BigInt(stream.state.index),
    tokens: bch ? undefined : principal,
    otherOutputs: [
      { lockingBytecode: encodePlanAnnouncement(terms), satoshis: 0n },
      { lockingBytecode: stream.recipient, satoshis: note },
    ],
    note,
    dust: companions + beacon,
    size: BigInt(bytes - LONG_COUNTS),
  };
};

/** Returns why a funding opens no streams, for users. */
export const faultInWords = ({
  problem,
  vout,
}: {
  readonly problem: string;
  readonly vout: number | undefined;
}): string => {
  const words = problem.toLowerCase().replaceAll('_', ' ');
  return vout === undefined ? words : `output ${vout}: ${words}`;
};

/** Why a funding that is sound is not that of a stored stream. */
const OTHER_STREAMS = 'it opens other streams: other terms, amounts, tokens or recipients';

/** A stream that a funding opens, of any product. */
interface OpenedStream {
  readonly state: ContractState;
  readonly stream: Pick<PlanOpening, 'recipient'> & {
    readonly index: number;
    readonly lockingBytecode: Uint8Array;
    readonly opening: PlanOpening;
  };
}

/**
 * Finds a stored stream among those that a funding opens: by its number and address, and by what it holds. The commitment has the
 * recipient's hash: the record may have moved to another address since.
 */
export const ownDeployment = (
  deployments: readonly OpenedStream[],
  { lockingBytecode }: Pick<PlanContract, 'lockingBytecode'>,
  index: number,
  opening: Pick<PlanOpening, 'commitment' | 'total' | 'asset'>,
): FoundDeployment => {
  const own = deployments.find(
    ({ stream: { index: number, lockingBytecode: at, opening: there } }) =>
      number === index &&
      binsAreEqual(at, lockingBytecode) &&
      there.commitment === opening.commitment &&
      there.total === opening.total &&
      there.asset === opening.asset,
  );
  return own === undefined
    ? { ok: false, problems: [OTHER_STREAMS] }
    : { ok: true, state: own.state, recipient: own.stream.recipient };
};

/**
 * Creates the funding of a stored stream. It recognizes the stream in the funding of its plan by its number; a plan of
 * one builds its own funding, too.
 *
 * @throws Error where the commitment does not belong to the plan's product
 */
export const memberFunding = (contract: PlanContract, member: PlanMember): MemberFunding => {
  const { opening } = member;
  const { index } = planStateOf(contract, opening.commitment).state;
  const planned = plannedOf(contract, member);
  const part = { terms: contract.terms, contracts: [contract], streams: [planned] };
  const findAmong = (found: PlanDeployments): FoundDeployment => {
    if (!found.ok) return { ok: false, problems: found.problems.map(faultInWords) };
    return ownDeployment(found.deployments, contract, index, opening);
  };
  return {
    needs: needsOf(contract, planned),
    part,
    findAmong,
    findDeployment: (txid, transaction) => findAmong(findPlanDeployments(contract.network, txid, transaction)),
    build(funds, tip, options) {
      if (contract.terms.groups.length !== 1)
        throw new RangeError('The stream belongs to a plan: only the funding of the plan opens it');
      return buildPlanFunding(part, keyWallet(contract.terms.sender, funds), tip, opening.asset, options);
    },
  };
};
