import {
  createStreamContract,
  findDuties,
  readStreamAnnouncement,
  type ContractState,
  type StreamContract,
  type StreamStep,
} from '@weir/covenants';
import type { ContractStatus, StoredState } from '@weir/infra';
import { onlyLane, toStoredLane } from './lanes.js';
import type { Product, ProductContract } from './product.types.js';
import { streamTerms } from './stream-terms.js';

/** A stored state as its contract knows it. */
export const toContractState = (state: StoredState): ContractState => ({
  category: state.category,
  ...onlyLane(state),
});

/** A contract's state as the tables keep it. */
const toStored = ({ category, ...lane }: ContractState): StoredState => ({ category, lanes: [toStoredLane(lane)] });

const STATUSES = { ACTIVE: 'ACTIVE', CANCELLED: 'CANCELLED', PAUSING: 'PAUSED', PAUSED: 'PAUSED' } as const;

/** How a step leaves a stream: one that paid everything is complete, whatever was cancelled before. */
const statusAfter = ({ kind, status, released }: StreamStep, total: bigint): ContractStatus => {
  if (status !== undefined) return STATUSES[status];
  const isPayment = kind === 'claim' || kind === 'push';
  return isPayment && released >= total ? 'COMPLETED' : 'CANCELLED';
};

const open = (contract: StreamContract): ProductContract => ({
  terms: streamTerms(contract.announced),
  model: { kind: 'stream', contract },
  address: contract.address,
  lockingBytecode: contract.lockingBytecode,

  findDeployment(txid, transaction) {
    const found = contract.findDeployment(txid, transaction);
    if (!found.ok) return found;
    const { state } = found;
    const step = {
      kind: 'fund',
      locktime: transaction.locktime,
      status: 'ACTIVE',
      released: 0n,
      commitment: state.commitment,
      state: toStored(state),
      paidToRecipient: 0n,
      paidToSender: 0n,
    } as const;
    return { ok: true, step, vout: state.outpoint.vout };
  },

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
  findDuties: (state, facts) => findDuties(contract, toContractState(state), facts),
});

/** Streams and payments, of every covenant and asset. */
export const streamProduct: Product = {
  readTerms(bytecode) {
    const announced = readStreamAnnouncement(bytecode);
    return announced && streamTerms(announced);
  },
  openContract(bytecode, network) {
    const announced = readStreamAnnouncement(bytecode);
    return announced && open(createStreamContract(announced, network));
  },
};
