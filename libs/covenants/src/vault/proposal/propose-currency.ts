import { binsAreEqual } from '@bitauth/libauth';
import type { ChainTip } from '../../chain/network.js';
import type { CurrencyContract } from '../../currency/currency-contract.js';
import { type CurrencyDraft, currencyFundingOutputs } from '../../currency/transactions/fund-currency.js';
import {
  type CurrencyMoveItem,
  type CurrencyMoveKind,
  planCurrencyMove,
} from '../../currency/transactions/stop-currency.js';
import type { BuildOptions } from '../../transaction/built-transaction.js';
import type { TreasuryContract } from '../treasury.js';
import type { VaultHoldings } from '../vault-coin.js';
import { filledBy, genesisOf } from './propose-with-plans.js';
import { propose } from './propose.js';
import type { VaultProposal } from './vault-proposal.js';

/** @throws RangeError where a vault is not the sender of payments: its coins could not stop them */
const assertSender = ({ terms }: CurrencyContract, vault: TreasuryContract): void => {
  if (!binsAreEqual(terms.sender, vault.lockingBytecode)) throw new RangeError('These payments have another sender');
};

/**
 * Proposes to open payments in a currency with a vault's coins: the transaction of the proposal is the funding itself.
 *
 * @throws RangeError where the payments have another sender, or for one that `findCurrencyFunding` would refuse
 * @throws CovenantError NO_GENESIS_COIN, SPENDS_USED_UP or TRANSACTION_TOO_LARGE
 * @throws InsufficientFundsError
 */
export const proposeCurrencyFunding = (
  vault: TreasuryContract,
  holdings: VaultHoldings,
  contract: CurrencyContract,
  drafts: readonly CurrencyDraft[],
  tip: ChainTip,
  options: BuildOptions = {},
): VaultProposal => {
  assertSender(contract, vault);
  const { category, required } = genesisOf(holdings);
  const outputs = currencyFundingOutputs(contract, drafts, category, tip);
  return propose(vault, holdings, { kind: 'payment', required, outputs }, options);
};

/**
 * Proposes that a vault cancels, pauses or resumes one or many payments in a currency of which it is the sender.
 *
 * @param locktime from which a resume counts, Unix seconds
 * @throws RangeError for none, where one has another sender, or where the move is not possible in the state of one
 * @throws CovenantError SPENDS_USED_UP or TRANSACTION_TOO_LARGE
 * @throws InsufficientFundsError
 */
export const proposeCurrencyMove = (
  vault: TreasuryContract,
  holdings: VaultHoldings,
  items: readonly CurrencyMoveItem[],
  kind: CurrencyMoveKind,
  locktime: bigint,
  options: BuildOptions = {},
): VaultProposal => {
  for (const { contract } of items) assertSender(contract, vault);
  const { contractInputs, outputs, locktime: from } = planCurrencyMove(items, kind, locktime);
  return propose(vault, holdings, { kind, filled: contractInputs.map(filledBy), outputs, locktime: from }, options);
};
