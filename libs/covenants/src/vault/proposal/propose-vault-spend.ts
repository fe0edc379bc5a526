import { binsAreEqual } from '@bitauth/libauth';
import { P2SH32_DUST } from '@weir/kinds';
import { covenantError } from '../../errors/covenant-error.js';
import type { PayerBytes } from '../../plan/funding/plan-cost.js';
import { feeOf, type PlannedOutput } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/built-transaction.js';
import { heldBy, total } from '../../transaction/coin-selection.js';
import { anyState, leastState, successor, type TreasuryContract } from '../treasury.js';
import { sortHoldings, type VaultHoldings } from '../vault-coin.js';
import { propose } from './propose.js';
import { planPayout, type VaultPayout } from './vault-payout.js';
import { proposalOf, type VaultProposal } from './vault-proposal.js';
import { createVaultSizer, selectVaultCoins } from './vault-size.js';

/** Bytes of version, locktime and counts, which the plan's own bytes include already. */
const FRAME = 10;

/**
 * Returns the bytes that a vault adds to the funding of a plan, for `planCost`: its state, which both signatures
 * unlock, and the state that follows. Further coins come on top: a deposit where the vault's first spend makes the
 * category, and others where the state does not suffice.
 */
export const vaultPayerBytes = (contract: TreasuryContract): PayerBytes => {
  const sizeOf = createVaultSizer(contract);
  const coin = sizeOf(1, [successor(contract, anyState(contract), leastState(contract))]) - FRAME;
  return { coin, tokens: sizeOf(2, []) - sizeOf(1, []) };
};

/**
 * Checks that a recipient is not the vault itself: nothing would leave, and a close may not pay it.
 *
 * @throws CovenantError PAYS_ITSELF
 */
export const assertPaysOthers = (
  { lockingBytecode }: Pick<TreasuryContract, 'lockingBytecode'>,
  recipient: Uint8Array,
): void => {
  if (binsAreEqual(recipient, lockingBytecode)) throw covenantError('PAYS_ITSELF', 'The recipient is the vault itself');
};

/**
 * Proposes a spend of a vault's coins: satoshis or tokens to anybody, with the fee paid by the vault. Outputs: the
 * state with everything left over, the payout, tokens that return to the vault. Without a state: the payout, tokens
 * that return, and satoshis that return where they are not dust.
 *
 * @param recipient locking bytecode of any address but the vault's
 * @throws CovenantError PAYS_ITSELF, SPENDS_USED_UP, AMOUNT_OUT_OF_RANGE, BELOW_DUST or NO_SUCH_COIN
 * @throws InsufficientFundsError
 * @throws InsufficientTokensError
 */
export const proposeVaultSpend = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  recipient: Uint8Array,
  payout: VaultPayout,
  { feeRate }: BuildOptions = {},
): VaultProposal => {
  assertPaysOthers(contract, recipient);
  const sorted = sortHoldings(holdings);
  const { coins: required, outputs } = planPayout(contract, sorted, recipient, payout);
  if (holdings.state !== undefined)
    return propose(contract, holdings, { kind: 'spend', required, outputs }, { feeRate });
  const sizeOf = createVaultSizer(contract);
  const spent = total(outputs);
  const change = (amount: bigint): PlannedOutput => ({ to: contract.lockingBytecode, amount });
  const coins = selectVaultCoins(sorted.plain, required, (count) => spent + feeOf(sizeOf(count, outputs), feeRate));
  const rest = heldBy(coins) - spent - feeOf(sizeOf(coins.length, [...outputs, change(P2SH32_DUST)]), feeRate);
  return proposalOf(contract, 'spend', coins, rest < P2SH32_DUST ? outputs : [...outputs, change(rest)]);
};
