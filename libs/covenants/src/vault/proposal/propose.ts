import type { Utxo } from 'cashscript';
import { P2SH32_DUST } from '@weir/kinds';
import { feeOf, type PlannedOutput } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/built-transaction.js';
import { heldBy, total } from '../../transaction/coin-selection.js';
import { assertStandardSize } from '../../transaction/size.js';
import { leastState, type RosterMembers, successor, treasuryUtxo, type TreasuryContract } from '../treasury.js';
import { sortHoldings, type VaultHoldings } from '../vault-coin.js';
import { type FilledInput, proposalOf, type VaultProposal, type VaultProposalKind } from './vault-proposal.js';
import { createVaultSizer, selectVaultCoins } from './vault-size.js';

/** What a proposal does beside moving the vault's own coins. */
export interface Doing {
  readonly kind: VaultProposalKind;
  /** Coins of the vault that must be spent, beside its state. */
  readonly required?: readonly Utxo[];
  /** Complete inputs of other contracts. */
  readonly filled?: readonly FilledInput[];
  /** Outputs behind output 0, which is the vault's. */
  readonly outputs: readonly PlannedOutput[];
  /** Unix seconds; 0 by default. */
  readonly locktime?: bigint;
  /** The members of a roster afterwards, where they change. */
  readonly members?: RosterMembers;
}

/**
 * Makes a proposal whose output 0 is the vault's: the successor of its state or, without a state, what is left over.
 *
 * @throws CovenantError SPENDS_USED_UP or TRANSACTION_TOO_LARGE
 * @throws InsufficientFundsError
 */
export const propose = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  doing: Doing,
  { feeRate }: BuildOptions,
): VaultProposal => {
  const { kind, required = [], filled = [], outputs, locktime = 0n, members } = doing;
  const { state } = holdings;
  const least = state === undefined ? P2SH32_DUST : leastState(contract);
  const withLead = (rest: bigint): PlannedOutput[] => [
    state === undefined ? { to: contract.lockingBytecode, amount: rest } : successor(contract, state, rest, members),
    ...outputs,
  ];
  const sizeOf = createVaultSizer(contract, filled);
  const fee = (count: number): bigint => feeOf(sizeOf(count, withLead(least)), feeRate);
  const spent = total(outputs) - heldBy(filled.map(({ utxo }) => utxo));
  const firsts = [...(state === undefined ? [] : [treasuryUtxo(contract, state)]), ...required];
  const target = (count: number): bigint => (spent > 0n ? spent : 0n) + least + fee(count);
  const coins = selectVaultCoins(sortHoldings(holdings).plain, firsts, target);
  const rest = heldBy(coins) - spent - fee(coins.length);
  const proposal = proposalOf(contract, kind, coins, withLead(rest), { filled, locktime });
  assertStandardSize(proposal.size);
  return proposal;
};
