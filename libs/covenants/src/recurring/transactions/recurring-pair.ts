import { lockingBytecodeOf, type PublicKeyHash } from '../../chain/address.js';
import { P2PKH_DUST } from '../../chain/dust.js';
import { clockUtxo, type ClockCoin } from '../../contract/clock-coin.js';
import { companionUtxo, tokenOf } from '../../contract/companion-coin.js';
import { fixedUnlocker } from '../../contract/fixed-unlocker.js';
import type { PlannedInput, PlannedOutput, TransactionPlan } from '../../transaction/assemble.js';
import { recurringToken, recurringUtxo, type RecurringCoin } from '../recurring-coin.js';
import type { RecurringContract } from '../recurring-contract.js';
import type { RecurringState } from '../recurring-state.js';

/** The part of a transaction that the contract determines, before anybody's coins are added. */
export type RecurringShape = Pick<
  TransactionPlan,
  'network' | 'contractInputs' | 'outputs' | 'locktime' | 'burnsClock'
>;

/**
 * Returns a coin that is known to have a companion.
 *
 * @throws RangeError where a payment of tokens comes without one
 */
const pairOf = (
  coin: RecurringCoin,
): RecurringCoin & { readonly companion: NonNullable<RecurringCoin['companion']> } => {
  const { companion } = coin;
  if (companion === undefined) throw new RangeError('A payment of tokens is a pair: the companion is missing');
  return { ...coin, companion };
};

/**
 * Plans the inputs of every transition: the state and, in token mode, the companion.
 *
 * @throws RangeError where a payment of tokens comes without its companion
 */
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

/**
 * Plans the input of a clock.
 *
 * @param sequence a relative lock in blocks, where the path waits for it
 */
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
 * Plans the next state and, in token mode, its companion with fewer tokens and the same satoshis.
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

/** Plans the recipient's output of a payment. */
export const payoutOutput = ({ parameters, asset, rules }: RecurringContract, due: bigint): PlannedOutput => {
  const to = lockingBytecodeOf(parameters.recipient);
  return asset.type === 'BCH'
    ? { to, amount: due }
    : { to, amount: rules.payoutSatoshis, ...tokenOf(asset.category, due) };
};

/** Returns the satoshis of a deployment's coins. */
export const satoshisOf = (coin: RecurringCoin, clock?: ClockCoin): bigint =>
  coin.satoshis + (coin.companion?.satoshis ?? 0n) + (clock?.satoshis ?? 0n);

/** Plans what returns at the end. In BCH there is no output below dust; in token mode there always is one. */
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
