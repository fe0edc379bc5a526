import {
  buildKeylessTokenVestingPush,
  buildTokenVestingRefund,
  createVestingContract,
  decodeAnnouncement,
  encodeVestingState,
  findTokenVestingDeployment,
  readTokenVestingTransition,
  type TokenVestingCoin,
  type TokenVestingContract,
  type VestingPayout,
} from '@weir/covenants';
import type { StoredState } from '@weir/infra';
import { onlyLane } from './lanes.js';
import type { Product, ProductContract } from './product.types.js';
import { vestingDuty } from './vesting-duty.js';
import { releasedAtEnd, statusAfter, toStored, toVestingCoin } from './vesting-steps.js';
import { vestingTerms } from './vesting-terms.js';

const PRODUCT = 'VESTING_TOKEN';

/** The pair of a stored state. */
export const toTokenVestingCoin = (state: StoredState): TokenVestingCoin => {
  const { companion } = onlyLane(state);
  if (companion === undefined) throw new Error('A stored state of tokens has no companion');
  return { ...toVestingCoin(state), companion };
};

const open = (contract: TokenVestingContract): ProductContract => ({
  terms: vestingTerms(PRODUCT, contract.parameters, contract.asset.category),
  address: contract.address,
  lockingBytecode: contract.lockingBytecode,

  findDeployment(txid, transaction) {
    const found = findTokenVestingDeployment(contract, txid, transaction);
    if (!found.ok) return found;
    const { coin } = found;
    const made = { commitment: encodeVestingState(coin.state), state: toStored(coin, coin.companion, undefined) };
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
    const read = readTokenVestingTransition(contract, toTokenVestingCoin(state), txid, transaction);
    if (read === undefined) return undefined;
    const { kind, spent, next, clock, paidToRecipient, paidToSender } = read;
    const released = next?.state.released ?? releasedAtEnd(contract, spent, paidToRecipient);
    return {
      kind,
      locktime: transaction.locktime,
      status: statusAfter(kind, next, released >= contract.parameters.schedule.total),
      released,
      commitment: next === undefined ? null : encodeVestingState(next.state),
      state: next === undefined ? null : toStored(next, next.companion, clock ?? onlyLane(state).clock),
      paidToRecipient,
      paidToSender,
    };
  },

  findDuty(state, facts) {
    const [coin, { clock }] = [toTokenVestingCoin(state), onlyLane(state)];
    if (clock === undefined) return undefined;
    const push = (payout: VestingPayout) => buildKeylessTokenVestingPush({ contract, coin, clock, payout });
    return vestingDuty({ contract, coin, push, refund: () => buildTokenVestingRefund(contract, coin, clock) }, facts);
  },
});

/** Vesting streams of a token. */
export const tokenVestingProduct: Product = {
  readTerms(bytecode) {
    const announcement = decodeAnnouncement(bytecode);
    return announcement?.product === PRODUCT
      ? vestingTerms(PRODUCT, announcement.parameters, announcement.category)
      : undefined;
  },
  openContract(bytecode, network) {
    const announcement = decodeAnnouncement(bytecode);
    if (announcement?.product !== PRODUCT) return undefined;
    return open(
      createVestingContract(announcement.parameters, network, {
        type: 'FUNGIBLE_TOKEN',
        category: announcement.category,
      }),
    );
  },
};
