import { binsAreEqual } from '@bitauth/libauth';
import { placeholderPublicKey, placeholderSignature, type Unlocker } from 'cashscript';
import type { RosterPhase } from '@weir/kinds';
import { lockingBytecodeOf } from '../../chain/address.js';
import { covenantError } from '../../errors/covenant-error.js';
import { assemble, ownCoins, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { plainCoins } from '../../transaction/coin-selection.js';
import { type RosterCoin, rosterToken, rosterUtxo } from '../roster-coin.js';
import type { RosterContract } from '../roster-contract.js';
import { guardianHash } from '../roster-state.js';

interface Step {
  readonly contract: RosterContract;
  readonly coin: RosterCoin;
  readonly status: RosterPhase;
  readonly unlocker: Unlocker;
  /** A relative lock in blocks. */
  readonly sequence?: number;
  readonly userPrompt: string;
}

/** Builds a step at input 1, behind a coin of the party who makes it. The state keeps its satoshis. */
const buildStep = (
  { contract, coin, status, unlocker, sequence, userPrompt }: Step,
  wallet: WalletCoins,
  { feeRate }: BuildOptions,
): UnsignedTransaction => {
  const [leadingCoin] = plainCoins(ownCoins(wallet)).sort((a, b) => (a.satoshis < b.satoshis ? 1 : -1));
  if (leadingCoin === undefined)
    throw covenantError('NO_SUCH_COIN', 'The wallet has no coin without tokens at the key that acts');
  const token = rosterToken(contract, { ...coin.state, status });
  return assemble({
    network: contract.network,
    leadingCoin,
    contractInputs: [{ utxo: rosterUtxo(contract, coin), unlocker, ...(sequence !== undefined && { sequence }) }],
    outputs: [{ to: contract.lockingBytecode, amount: coin.satoshis, token }],
    wallet,
    change: 'first',
    feeRate,
    userPrompt,
  });
};

/**
 * Returns the height of the first block that can hold a guardian's next step, a call or the end of a recovery.
 *
 * @param height of the block that holds the state
 */
export const recoveryHeight = ({ state }: Pick<RosterCoin, 'state'>, height: number): number =>
  height + (state.status === 'active' ? state.quiet : state.review);

/**
 * Builds the call of a recovery, for the wallet of a guardian who is a key. No block holds it before the state is `quiet` blocks old
 * (see {@link recoveryHeight}).
 *
 * @throws RangeError where a recovery runs already, or the wallet is not the guardian's
 * @throws CovenantError NO_SUCH_COIN where the guardian's key has no coin
 * @throws InsufficientFundsError
 */
export const buildRosterCall = (
  contract: RosterContract,
  coin: RosterCoin,
  guardian: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction => {
  if (coin.state.status !== 'active') throw new RangeError('A recovery runs already');
  if (!binsAreEqual(guardianHash(lockingBytecodeOf(guardian.hash)), coin.state.guardian))
    throw new RangeError('The wallet is not the guardian’s');
  const step: Step = {
    contract,
    coin,
    status: 'recovering',
    unlocker: contract.unlock('recover'),
    sequence: coin.state.quiet,
    userPrompt: 'Call the recovery of a treasury',
  };
  return buildStep(step, guardian, options);
};

/**
 * Builds the veto of any one signer against a recovery, for their wallet.
 *
 * @throws RangeError where no recovery runs, or the wallet is not a signer's
 * @throws CovenantError NO_SUCH_COIN where the signer's key has no coin for the fee
 * @throws InsufficientFundsError
 */
export const buildRosterVeto = (
  contract: RosterContract,
  coin: RosterCoin,
  signer: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction => {
  if (coin.state.status !== 'recovering') throw new RangeError('No recovery runs');
  const seat = coin.state.signers.findIndex((each) => binsAreEqual(each, signer.hash));
  if (seat < 0) throw new RangeError('The wallet is not a signer’s');
  const step: Step = {
    contract,
    coin,
    status: 'active',
    unlocker: contract.unlock('veto', [placeholderPublicKey(), placeholderSignature(), BigInt(seat)]),
    userPrompt: 'Stop the recovery of the treasury',
  };
  return buildStep(step, signer, options);
};
