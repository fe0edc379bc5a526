import type { ChainTip } from '../../chain/network.js';
import { assertLockDelay, type LockDraft, lockFundingOutputs } from '../../lock/transactions/fund-locks.js';
import { NO_TOKENS } from '../../transaction/token-selection.js';
import type { TreasuryContract } from '../treasury.js';
import { sortHoldings, type VaultHoldings } from '../vault-coin.js';
import type { PlanFundingOptions } from './propose-with-plans.js';
import { propose } from './propose.js';
import { selectTokens } from './vault-payout.js';
import type { VaultProposal } from './vault-proposal.js';

/**
 * Proposes to fund locks with a vault's coins: the payment is the funding itself. Nothing ever returns to the vault.
 *
 * @throws RangeError for a lock that must not be funded
 * @throws CovenantError TRANSACTION_TOO_LARGE, for which cut the locks with more room
 * @throws InsufficientFundsError
 * @throws InsufficientTokensError
 */
export const proposeLockFunding = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  draft: LockDraft,
  tip: ChainTip,
  { kind = 'plan', ...options }: PlanFundingOptions = {},
): VaultProposal => {
  assertLockDelay(draft, contract.network);
  const { asset, locks } = draft;
  const amount = locks.reduce((sum, { total }) => sum + total, 0n);
  const tokens =
    asset.type === 'BCH' ? NO_TOKENS : selectTokens(contract, sortHoldings(holdings), asset.category, amount);
  const outputs = [...lockFundingOutputs(draft, tip), ...tokens.returns];
  return propose(contract, holdings, { kind, required: [...tokens.coins], outputs }, options);
};
