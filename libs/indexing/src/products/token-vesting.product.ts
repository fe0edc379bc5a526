import { buildKeylessTokenVestingPush, buildTokenVestingRefund, createVestingContract, encodeVestingState, findTokenVestingDeployment, readTokenVestingTransition } from '@weir/covenants';
import type { ClockCoin, CompanionCoin, TokenVestingCoin, TokenVestingContract, VestingPayout } from '@weir/covenants';
import type { StoredState } from '@weir/infra';
import type { Product, ProductContract } from './product.types.js';
import { vestingDuty } from './vesting-duty.js';
import { laneOf, releasedAtEnd, statusAfter, toClock, toCoin, toStored } from './vesting-steps.js';
import { vestingTerms } from './vesting-terms.js';

const PRODUCT = 'VESTING_TOKEN';

const toCompanion = (state: StoredState): CompanionCoin => {
  const { companion } = laneOf(state);
  if (companion === null) throw new Error('A stored state of tokens has no companion');
  const { satoshis, amount, nft } = companion;
  return { satoshis: BigInt(satoshis), amount: BigInt(amount), ...(nft !== null && { nft: { capability: 'none', commitment: nft } }) };
};

const toPair = (state: StoredState): TokenVestingCoin => ({ ...toCoin(state), companion: toCompanion(state) });

const toStoredPair = (coin: TokenVestingCoin, clock: ClockCoin | undefined): StoredState => {
  const { satoshis, amount, nft } = coin.companion;
  return toStored(coin, { satoshis: satoshis.toString(), amount: amount.toString(), nft: nft?.commitment ?? null }, clock);
};

const open = (contract: TokenVestingContract): ProductContract => ({
  terms: vestingTerms(PRODUCT, contract.parameters, contract.asset.category),
  address: contract.address,
  lockingBytecode: contract.lockingBytecode,

  findDeployment(txid, transaction) {
    const found = findTokenVestingDeployment(contract, txid, transaction);
    if (!found.ok) return found;
    const { coin } = found;
    const made = { commitment: encodeVestingState(coin.state), state: toStoredPair(coin, undefined) };
    const step = { kind: 'fund', locktime: transaction.locktime, status: 'ACTIVE', released: 0n, ...made, paidToRecipient: 0n, paidToSender: 0n } as const;
    return { ok: true, step, vout: coin.outpoint.vout };
  },

  readStep(state, txid, transaction) {
    const read = readTokenVestingTransition(contract, toPair(state), txid, transaction);
    if (read === undefined) return undefined;
    const { kind, spent, next, clock, paidToRecipient, paidToSender } = read;
    const released = next?.state.released ?? releasedAtEnd(contract, spent, paidToRecipient);
    return {
      kind,
      locktime: transaction.locktime,
      status: statusAfter(kind, next, released >= contract.parameters.schedule.total),
      released,
      commitment: next === undefined ? null : encodeVestingState(next.state),
      state: next === undefined ? null : toStoredPair(next, clock ?? toClock(state)),
      paidToRecipient,
      paidToSender,
    };
  },

  findDuty(state, facts) {
    const [coin, clock] = [toPair(state), toClock(state)];
    if (clock === undefined) return undefined;
    const push = (payout: VestingPayout) => buildKeylessTokenVestingPush({ contract, coin, clock, payout });
    return vestingDuty({ contract, coin, push, refund: () => buildTokenVestingRefund(contract, coin, clock) }, facts);
  },
});

/** Vesting streams of a token. */
export const tokenVestingProduct: Product = {
  readTerms: (announcement) => (announcement.product === PRODUCT ? vestingTerms(PRODUCT, announcement.parameters, announcement.category) : undefined),
  openContract(announcement, network) {
    if (announcement.product !== PRODUCT) return undefined;
    return open(createVestingContract(announcement.parameters, network, { type: 'FUNGIBLE_TOKEN', category: announcement.category }));
  },
};
