import { binsAreEqual, type TransactionCommon } from '@bitauth/libauth';
import { lockingBytecodeOf } from '../../chain/address.js';
import type { ChainTip } from '../../chain/locktime.js';
import type { VestingAsset } from '../../contract/asset.js';
import type { ClockCoin } from '../../contract/clock-coin.js';
import type { WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { splitVesting, type VestingSplit } from '../../vesting/transactions/cancel-vesting.js';
import type { VestingFunding } from '../../vesting/transactions/fund-vesting.js';
import { buildVestingSweep, isVestingStray } from '../../vesting/transactions/sweep-vesting.js';
import type { VestingCoin } from '../../vesting/vesting-coin.js';
import type { VestingContract } from '../../vesting/vesting-contract.js';
import type { DeploymentResult } from '../../vesting/vesting-deployment.js';
import type { VestingPayout } from '../../vesting/vesting-payout.js';
import type { VestingTransitionKind } from '../../vesting/vesting-spend.js';
import { encodeVestingState, INITIAL_VESTING_STATE } from '../../vesting/vesting-state.js';
import { clockAt } from '../clock-at.js';
import type { ContractState } from '../contract-state.js';
import { NO_CLOCK, required } from '../required.js';
import type {
  CancelSplit,
  DuePayout,
  FundingNeeds,
  NoticeEnd,
  StreamContract,
  StreamPosition,
  StreamStep,
} from '../stream-contract.types.js';
import { streamProduct } from '../stream-parameters.js';
import { walletOf } from '../wallet-of.js';
import { vestingSchedule, vestingStateOf } from './vesting-schedule.js';

/** A payment in the form that the builders of either asset take. */
export interface VestingDue<Coin> {
  readonly coin: Coin;
  readonly clock: ClockCoin | undefined;
  readonly payout: VestingPayout;
}

/** A transition in the form that the readers of either asset return. */
interface VestingRead<Coin> {
  readonly kind: VestingTransitionKind;
  readonly spent: Coin;
  readonly next: Coin | undefined;
  readonly clock: ClockCoin | undefined;
  readonly paidToRecipient: bigint;
  readonly paidToSender: bigint;
  readonly locktime: bigint;
}

/** A built transaction, signed or not. */
type Built = Pick<UnsignedTransaction, 'outputs'>;

/** What a vesting contract in BCH and one of a token do differently. */
export interface VestingForm<Coin extends VestingCoin> {
  readonly funding: FundingNeeds;
  /** Index of the clock among a cancel's outputs. */
  readonly clockVout: number;
  /** Completes the coin of a state whose commitment has been read. */
  toCoin(state: ContractState, coin: VestingCoin): Coin;
  companionOf(coin: Coin): Pick<ContractState, 'companion'>;
  /**
   * Returns the units of the asset that a deployment holds for its parties; in BCH a clock's satoshis are among them.
   */
  held(coin: Coin | undefined, clock: ClockCoin | undefined): bigint;
  findDeployment(txid: string, transaction: TransactionCommon): DeploymentResult<Coin>;
  readTransition(coin: Coin, txid: string, transaction: TransactionCommon): VestingRead<Coin> | undefined;
  buildFunding(sender: WalletCoins, tip: ChainTip, options: BuildOptions): VestingFunding;
  buildClaim(due: VestingDue<Coin>, recipient: WalletCoins, options: BuildOptions): UnsignedTransaction;
  buildPush(due: VestingDue<Coin>, options: BuildOptions): KeylessTransaction | undefined;
  buildPaidPush(due: VestingDue<Coin>, payer: WalletCoins, options: BuildOptions): UnsignedTransaction;
  buildCancel(coin: Coin, split: VestingSplit, sender: WalletCoins, options: BuildOptions): UnsignedTransaction;
  buildRefund(coin: Coin, clock: ClockCoin, options: BuildOptions): KeylessTransaction | undefined;
  buildPaidRefund(coin: Coin, clock: ClockCoin, sender: WalletCoins, options: BuildOptions): UnsignedTransaction;
  /** Returns what a cancel leaves for its refund, units of the asset. */
  leftBy(cancel: Built): bigint;
  /** Returns what a refund returns, units of the asset. */
  returnedBy(refund: Built): bigint;
}

/** Creates the model of a vesting stream. */
export const vestingStream = <Coin extends VestingCoin>(
  contract: VestingContract<VestingAsset>,
  form: VestingForm<Coin>,
): StreamContract => {
  const { parameters, asset, network, address, lockingBytecode } = contract;
  const { sender, recipient, noticeBlocks } = parameters;
  const announced = { kind: 'VESTING', parameters, asset } as const;
  const schedule = vestingSchedule(parameters.schedule, asset);

  const toState = (coin: Coin, clock: ClockCoin | undefined): ContractState => ({
    outpoint: coin.outpoint,
    satoshis: coin.satoshis,
    category: coin.category,
    commitment: encodeVestingState(coin.state),
    ...form.companionOf(coin),
    ...(clock !== undefined && { clock }),
  });

  const toStep = (from: ContractState, txid: string, read: VestingRead<Coin>): StreamStep => {
    const { kind, spent, next, paidToRecipient, paidToSender, locktime } = read;
    const clock = read.clock ?? from.clock;
    const before = spent.state.released;
    const after = next?.state.released ?? before + paidToRecipient;
    const held = form.held(next, read.clock);
    return {
      kind,
      txid,
      spent: spent.outpoint,
      next: next && toState(next, clock),
      status: next?.state.status,
      releasedBefore: before,
      released: after > schedule.total ? schedule.total : after,
      paidToRecipient,
      paidToSender,
      locktime,
      refundable: kind === 'cancel' ? held : held - form.held(spent, undefined),
      recurring: undefined,
    };
  };

  const at = (state: ContractState, options: BuildOptions = {}): StreamPosition => {
    const { outpoint, satoshis, category, clock } = state;
    const decoded = vestingStateOf(state);
    const coin = form.toCoin(state, { outpoint, satoshis, category, state: decoded });
    const toPayout = (payout: VestingPayout): DuePayout => ({
      ...payout,
      periods: undefined,
      isKeyless: false,
      buildClaim: (coins) => form.buildClaim({ coin, clock, payout }, walletOf(recipient, coins), options),
      buildKeylessClaim: () => undefined,
      buildPush: () => form.buildPush({ coin, clock, payout }, options),
      buildPaidPush: (payer) => form.buildPaidPush({ coin, clock, payout }, payer, options),
    });
    const toCancel = (split: VestingSplit): CancelSplit => ({
      vested: split.vested,
      paid: split.paid,
      periods: undefined,
      isImmediate: false,
      build(coins) {
        const transaction = form.buildCancel(coin, split, walletOf(sender, coins), options);
        return { transaction, amount: form.leftBy(transaction) };
      },
    });
    const refund: NoticeEnd = {
      kind: 'refund',
      build() {
        const transaction = form.buildRefund(coin, required(clock, NO_CLOCK), options);
        return transaction && { transaction, amount: form.returnedBy(transaction) };
      },
      buildPaid(coins) {
        const transaction = form.buildPaidRefund(coin, required(clock, NO_CLOCK), walletOf(sender, coins), options);
        return { transaction, amount: form.returnedBy(transaction) };
      },
    };
    return {
      state,
      status: decoded.status,
      payoutAt(time) {
        const payout = schedule.payout(state, time);
        return payout && toPayout(payout);
      },
      cancelAt(time) {
        const split = splitVesting(contract, decoded, time);
        return split && toCancel(split);
      },
      pauseAt: () => undefined,
      resumeAt: () => undefined,
      noticeEnd: () => (decoded.status === 'CANCELLED' ? refund : undefined),
      readStep(txid, transaction) {
        const read = form.readTransition(coin, txid, transaction);
        return read && toStep(state, txid, read);
      },
    };
  };

  return {
    product: streamProduct(announced),
    announced,
    network,
    address,
    lockingBytecode,
    scripts: [lockingBytecode, contract.clock.lockingBytecode, contract.companion.lockingBytecode],
    sender: lockingBytecodeOf(sender),
    recipient: lockingBytecodeOf(recipient),
    noticeBlocks,
    schedule,
    initialCommitment: encodeVestingState(INITIAL_VESTING_STATE),
    funding: form.funding,
    findDeployment(txid, transaction) {
      const found = form.findDeployment(txid, transaction);
      return found.ok ? { ok: true, state: toState(found.coin, undefined) } : found;
    },
    findClock: (txid, transaction) => clockAt(txid, transaction, form.clockVout),
    at,
    buildFunding: (coins, tip, options = {}) => form.buildFunding(walletOf(sender, coins), tip, options),
    stateInputs: () => [0],
    isState: (output) => binsAreEqual(output.lockingBytecode, lockingBytecode),
    isStray: isVestingStray,
    buildSweep: (strays, coins, options) => buildVestingSweep(contract, strays, walletOf(sender, coins), options),
  };
};
