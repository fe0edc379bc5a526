import type { Party } from '../../chain/party.js';
import type { PlannedOutput, WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import type { PlanStop } from '../payout/plan-stop.js';
import { payoutOutput, streamOutputs, type PlanCoin } from '../plan-coin.js';
import type { PlanContract } from '../plan-contract.js';
import { CLOCK_SATOSHIS, stepFeeOf } from '../plan-limits.js';
import { cancelReserveOf } from '../plan-terms.js';
import { assembleBySender, movePrompt, type SenderMove, streamInputs } from './sender-move.js';

/** One stream to stop: as it is, and what `planStop` found. */
export interface PlanStopItem {
  readonly contract: PlanContract;
  readonly coin: PlanCoin;
  readonly recipient: Party;
  readonly stop: PlanStop;
}

/** Plans the payment to the recipient within a move of the sender; undefined where nothing is due. */
export const payeeOf = (coin: Pick<PlanCoin, 'companion'>, to: Party, due: bigint): PlannedOutput | undefined =>
  due === 0n ? undefined : payoutOutput(coin, to, due);

/**
 * Returns the satoshis of a clock. Those of a recurring stream pay for its settling, and the covenant fixes how many.
 */
export const clockSatoshis = ({ terms, group }: PlanContract): bigint =>
  group.kind === 'VESTING' ? CLOCK_SATOSHIS : stepFeeOf(terms);

/** Plans a stop as a move of the sender, which fills the stream's reserve for the notice. */
export const stopMove = ({ contract, coin, recipient, stop }: PlanStopItem): SenderMove => {
  const fill = cancelReserveOf(contract.terms);
  const reserve = coin.reserve > fill ? coin.reserve : fill;
  const next = { ...coin, units: 0n, state: stop.state, principal: stop.left, reserve };
  return {
    contract,
    coin,
    inputs: streamInputs(contract, coin, contract.group.kind === 'VESTING' ? 'cancel' : 'stop'),
    slots: {
      stream: streamOutputs(contract, next),
      clock: {
        to: contract.clock.lockingBytecode,
        amount: clockSatoshis(contract),
        token: { category: coin.category, amount: coin.units },
      },
      payee: payeeOf(coin, recipient, stop.paid),
    },
    locktime: stop.locktime,
  };
};

/**
 * Builds the sender's stop of one or many streams, of one plan or several, by one signature: each recipient is paid
 * what is due, each clock starts, and the rest waits for the notice. The sender pays all costs: what the reserves
 * lack, the clocks, the fee; what is not used returns. If any of the streams moves meanwhile, the whole transaction
 * is void: build it again without that stream.
 *
 * @param items all in BCH or all in tokens, of this sender, at one locktime
 * @throws RangeError when they are not
 * @throws InsufficientFundsError
 * @throws CovenantError TRANSACTION_TOO_LARGE
 */
export const buildPlanStop = (
  items: readonly PlanStopItem[],
  sender: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction =>
  assembleBySender(items.map(stopMove), sender, {
    ...options,
    userPrompt: movePrompt(items.every(({ stop }) => stop.kind === 'pause') ? 'pause' : 'cancel', items.length),
  });
