import { findDuties, type ContractState, type StreamModel, type StreamStep } from '@weir/covenants';
import type { ContractStatus, StoredPlan, StoredState } from '@weir/infra';
import { onlyLane, toStoredLane } from './lanes.js';
import type { ContractStep, ProductContract, ProductTerms } from './product.types.js';

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
export const fundingStep = (state: ContractState, locktime: number): ContractStep => ({
  kind: 'fund',
  locktime,
  status: 'ACTIVE',
  released: 0n,
  commitment: state.commitment,
  state: toStored(state),
  paidToRecipient: 0n,
  paidToSender: 0n,
});

/** Wraps a stream, however it was announced, as a contract that the indexer follows. */
export const followedStream = (
  contract: StreamModel,
  terms: ProductTerms,
  plan: StoredPlan | null,
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
    return {
      kind,
      locktime: transaction.locktime,
      status: statusAfter(read, contract.schedule.total),
      released,
      commitment: next?.commitment ?? null,
      state: next === undefined ? null : toStored(next),
      paidToRecipient,
      paidToSender,
    };
  },

  noticeBlocks: contract.noticeBlocks,
  findDuties: (state, facts, options) => findDuties(contract, toContractState(state), facts, options),
});
