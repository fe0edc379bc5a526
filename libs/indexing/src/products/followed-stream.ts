import { binToHex, hexToBin } from '@bitauth/libauth';
import {
  type CalendarStream,
  type ContractState,
  findDuties,
  type Party,
  planCompanionBytecode,
  type PlanStream,
  type PlanTerms,
  type StreamSchedule,
  type StreamStep,
} from '@weir/covenants';
import type { StoredDetails, StoredPlan, StoredState } from '@weir/infra';
import type { ContractStatus } from '@weir/kinds';
import { onlyLane, toStoredLane } from './lanes.js';
import type { ContractStep, DeploymentsFound, ProductContract, ProductTerms, StoredTerms } from './product.types.js';

/** Converts a stored state to the contract state of the covenants library. */
export const toContractState = (state: StoredState): ContractState => ({
  category: state.category,
  ...onlyLane(state),
});

/** Converts a contract state to its stored form. */
const toStored = ({ category, ...lane }: ContractState): StoredState => ({ category, lanes: [toStoredLane(lane)] });

const STATUSES = { ACTIVE: 'ACTIVE', CANCELLED: 'CANCELLED', PAUSING: 'PAUSED', PAUSED: 'PAUSED' } as const;

/** Returns the status after a step. A payment of everything completes a stream even if it was cancelled before. */
const statusAfter = ({ kind, status, released }: StreamStep, total: bigint): ContractStatus => {
  if (status !== undefined) return STATUSES[status];
  const isPayment = kind === 'claim' || kind === 'push';
  return isPayment && released >= total ? 'COMPLETED' : 'CANCELLED';
};

/** Returns the funding of a stream as its first step. */
const fundingStep = (state: ContractState, locktime: number): ContractStep => ({
  kind: 'fund',
  locktime,
  status: 'ACTIVE',
  releasedAmount: 0n,
  commitment: state.commitment,
  state: toStored(state),
  paidToRecipient: 0n,
  paidToSender: 0n,
});

/**
 * Wraps a stream, however it was announced, as a contract that the indexer follows.
 *
 * @param detailsOf what a step says beside its amounts
 */
export const followedStream = (
  contract: PlanStream | CalendarStream,
  terms: ProductTerms,
  plan: StoredPlan | null,
  detailsOf?: (before: StoredState, step: StreamStep) => StoredDetails | undefined,
): ProductContract => ({
  terms,
  model: { kind: 'stream', contract },
  address: contract.address,
  lockingBytecode: contract.lockingBytecode,
  plan,

  readStep({ state }, txid, transaction) {
    const read = contract.at(toContractState(state)).readStep(txid, transaction);
    if (read === undefined) return undefined;
    const { kind, next, released, paidToRecipient, paidToSender } = read;
    const details = detailsOf?.(state, read);
    return {
      kind,
      locktime: transaction.locktime,
      status: statusAfter(read, contract.schedule.total),
      releasedAmount: released,
      commitment: next?.commitment ?? null,
      state: next === undefined ? null : toStored(next),
      paidToRecipient,
      paidToSender,
      ...(details !== undefined && { details }),
    };
  },

  noticeBlocks: contract.noticeBlocks,
  findDuties: (state, facts, options) => findDuties(contract, toContractState(state), facts, options),
});

/** The category and the asset of an opening, which a row has in its columns. */
interface StoredOpening {
  readonly category: string;
  readonly commitment: string;
  readonly total: bigint;
  readonly asset: string | undefined;
  readonly recipient: Party;
}

/** Restores the opening of a stream from its row. @throws Error when the row is not one of a plan */
export const openingOfStored = ({ plan, recipient, tokenCategory, totalAmount }: StoredTerms): StoredOpening => {
  if (plan === null || recipient === null) throw new Error('Stored stream of a plan lacks data of its funding');
  return {
    category: plan.category,
    commitment: plan.commitment,
    total: totalAmount,
    asset: tokenCategory ?? undefined,
    // Lists and sums need it of few rows.
    get recipient() {
      return hexToBin(recipient);
    },
  };
};

/** Returns what earns and locks of a live stream, by its schedule. */
export const scheduledTerms = (
  schedule: StreamSchedule,
  isRevocable: boolean,
): Pick<ProductTerms, 'vestedAt' | 'tokensBytecode' | 'lockOf'> => ({
  vestedAt: (time, { commitment, releasedAmount }) =>
    commitment === null ? releasedAmount : schedule.earnedAt({ commitment }, releasedAmount, time),
  tokensBytecode: planCompanionBytecode,
  lockOf({ commitment, releasedAmount, status }) {
    if (commitment === null) return { unlockedAt: () => releasedAmount, until: null, isRevocable: true };
    return {
      unlockedAt: schedule.earning({ commitment }, releasedAmount),
      until: status === 'ACTIVE' ? (schedule.lastEarningTime({ commitment }) ?? null) : null,
      isRevocable,
    };
  },
});

/** What was announced of a plan, and where a row is in it, as the HTTP API shows it. */
export const planDetails = (
  { nonce, fee, floor }: Pick<PlanTerms, 'nonce' | 'fee' | 'floor'>,
  { category, index, group }: StoredPlan,
): StoredDetails => ({
  planCategory: category,
  planIndex: index,
  planGroup: group,
  planNonce: binToHex(nonce),
  feeSatoshis: Number(fee),
  floorSatoshis: Number(floor),
});

/**
 * Returns the streams that a funding opens at the addresses of an announcement.
 *
 * @param openStream makes a contract of one, with the number of its group
 */
export const deploymentsOf = <
  Contract extends { readonly address: string },
  Stream extends { readonly contract: Contract },
>(
  contracts: readonly Contract[],
  found: readonly { readonly stream: Stream; readonly state: ContractState }[],
  locktime: number,
  openStream: (contract: Contract, stream: Stream, group: number) => ProductContract,
): DeploymentsFound => ({
  ok: true,
  deployments: found.flatMap(({ stream, state }) => {
    const group = contracts.findIndex(({ address }) => address === stream.contract.address);
    const contract = contracts[group];
    if (contract === undefined) return [];
    const step = fundingStep(state, locktime);
    return [{ contract: openStream(contract, stream, group), step, vout: state.outpoint.vout }];
  }),
});
