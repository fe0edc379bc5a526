import { lockingBytecodeOf, type PublicKeyHash } from '../../chain/address.js';
import { P2PKH_DUST } from '../../chain/dust.js';
import { clockUtxo, type ClockCoin } from '../../contract/clock-coin.js';
import { companionUtxo, tokenOf } from '../../contract/companion-coin.js';
import { fixedUnlocker } from '../../contract/fixed-unlocker.js';
import type { PlannedInput, PlannedOutput, TransactionPlan } from '../../transaction/assemble.js';
import { recurringToken, recurringUtxo, type RecurringCoin } from '../recurring-coin.js';
import type { RecurringContract } from '../recurring-contract.js';
import type { RecurringState } from '../recurring-state.js';

/** The part of a transaction the contract decides, before anybody's coins are added. */
export type RecurringShape = Pick<
  TransactionPlan,
  'network' | 'contractInputs' | 'outputs' | 'locktime' | 'burnsClock'
>;

/** The companion of a coin. @throws RangeError where a payment of tokens comes without one. */
const pairOf = (
  coin: RecurringCoin,
): RecurringCoin & { readonly companion: NonNullable<RecurringCoin['companion']> } => {
  const { companion } = coin;
  if (companion === undefined) throw new RangeError('A payment of tokens is a pair: the companion is missing');
  return { ...coin, companion };
};

/** State and, in token mode, companion: the inputs of every transition. */
export const stateInputs = (
  contract: RecurringContract,
  coin: RecurringCoin,
  unlocker: PlannedInput['unlocker'],
): PlannedInput[] => {
  const { asset, companion } = contract;
  const state = { utxo: recurringUtxo(coin), unlocker: fixedUnlocker(unlocker) };
  if (asset.type === 'BCH') return [state];
  return [
    state,
    { utxo: companionUtxo(pairOf(coin), asset.category), unlocker: fixedUnlocker(companion.unlock.spend()) },
  ];
};

/** @param sequence a relative lock in blocks, where the path waits for it */
export const clockInput = (
  contract: RecurringContract,
  clock: ClockCoin,
  category: string,
  sequence?: number,
): PlannedInput => ({
  utxo: clockUtxo(clock, category),
  unlocker: fixedUnlocker(contract.clock.unlock.spend()),
  ...(sequence !== undefined && { sequence }),
});

/**
 * The next state and, in token mode, its companion with fewer tokens and the same satoshis.
 *
 * @param paidOut base units that leave
 */
export const stateOutputs = (
  contract: RecurringContract,
  coin: RecurringCoin,
  next: { readonly state: RecurringState; readonly satoshis: bigint },
  paidOut: bigint,
): PlannedOutput[] => {
  const { asset, companion, lockingBytecode } = contract;
  const state = { to: lockingBytecode, amount: next.satoshis, token: recurringToken(coin.category, next.state) };
  if (asset.type === 'BCH') return [state];
  const tokens = pairOf(coin).companion;
  return [
    state,
    { to: companion.lockingBytecode, amount: tokens.satoshis, ...tokenOf(asset.category, tokens.amount - paidOut) },
  ];
};

/** The recipient's output of a payment. */
export const payoutOutput = ({ parameters, asset, rules }: RecurringContract, due: bigint): PlannedOutput => {
  const to = lockingBytecodeOf(parameters.recipient);
  return asset.type === 'BCH'
    ? { to, amount: due }
    : { to, amount: rules.payoutSatoshis, ...tokenOf(asset.category, due) };
};

/** Satoshis of a deployment's coins. */
export const satoshisOf = (coin: RecurringCoin, clock?: ClockCoin): bigint =>
  coin.satoshis + (coin.companion?.satoshis ?? 0n) + (clock?.satoshis ?? 0n);

/** What goes back at the end, where it is worth an output; in token mode it always is. */
export const returnOutputs = (
  { asset }: RecurringContract,
  owner: PublicKeyHash,
  satoshis: bigint,
  tokens: bigint,
): PlannedOutput[] => {
  const to = lockingBytecodeOf(owner);
  if (asset.type === 'BCH') return satoshis >= P2PKH_DUST ? [{ to, amount: satoshis }] : [];
  return [{ to, amount: satoshis, ...tokenOf(asset.category, tokens) }];
};
