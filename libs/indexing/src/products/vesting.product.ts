import {
  buildKeylessVestingPush,
  buildVestingRefund,
  createVestingContract,
  decodeAnnouncement,
  encodeVestingState,
  findVestingDeployment,
  readVestingTransition,
  type VestingContract,
  type VestingPayout,
} from '@weir/covenants';
import { onlyLane } from './lanes.js';
import type { Product, ProductContract } from './product.types.js';
import { vestingDuty } from './vesting-duty.js';
import { releasedAtEnd, statusAfter, toStored, toVestingCoin } from './vesting-steps.js';
import { vestingTerms } from './vesting-terms.js';

const PRODUCT = 'VESTING_BCH';

const open = (contract: VestingContract): ProductContract => ({
  terms: vestingTerms(PRODUCT, contract.parameters, null),
  address: contract.address,
  lockingBytecode: contract.lockingBytecode,

  findDeployment(txid, transaction) {
    const found = findVestingDeployment(contract, txid, transaction);
    if (!found.ok) return found;
    const { coin } = found;
    const made = { commitment: encodeVestingState(coin.state), state: toStored(coin, undefined, undefined) };
    const step = {
      kind: 'fund',
      locktime: transaction.locktime,
      status: 'ACTIVE',
      released: 0n,
      ...made,
      paidToRecipient: 0n,
      paidToSender: 0n,
    } as const;
    return { ok: true, step, vout: coin.outpoint.vout };
  },

  readStep({ state }, txid, transaction) {
    const read = readVestingTransition(contract, toVestingCoin(state), txid, transaction);
    if (read === undefined) return undefined;
    const { kind, spent, next, clock, paidToRecipient, paidToSender } = read;
    const released = next?.state.released ?? releasedAtEnd(contract, spent, paidToRecipient);
    return {
      kind,
      locktime: transaction.locktime,
      status: statusAfter(kind, next, released >= contract.parameters.schedule.total),
      released,
      commitment: next === undefined ? null : encodeVestingState(next.state),
      state: next === undefined ? null : toStored(next, undefined, clock ?? onlyLane(state).clock),
      paidToRecipient,
      paidToSender,
    };
  },

  findDuty(state, facts) {
    const [coin, { clock }] = [toVestingCoin(state), onlyLane(state)];
    if (clock === undefined) return undefined;
    const push = (payout: VestingPayout) => buildKeylessVestingPush({ contract, coin, clock, payout });
    return vestingDuty({ contract, coin, push, refund: () => buildVestingRefund(contract, coin, clock) }, facts);
  },
});

/** Vesting streams of BCH. */
export const vestingProduct: Product = {
  readTerms(bytecode) {
    const announcement = decodeAnnouncement(bytecode);
    return announcement?.product === PRODUCT ? vestingTerms(PRODUCT, announcement.parameters, null) : undefined;
  },
  openContract(bytecode, network) {
    const announcement = decodeAnnouncement(bytecode);
    return announcement?.product === PRODUCT
      ? open(createVestingContract(announcement.parameters, network))
      : undefined;
  },
};
