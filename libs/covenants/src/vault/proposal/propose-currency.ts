import { binsAreEqual } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import type { ChainTip } from '../../chain/network.js';
import type { CurrencyContract } from '../../currency/currency-contract.js';
import { type CurrencyDraft, currencyFundingOutputs } from '../../currency/transactions/fund-currency.js';
import {
  type CurrencyMoveItem,
  type CurrencyMoveKind,
  planCurrencyMove,
} from '../../currency/transactions/stop-currency.js';
import { planTillTaking, type TillOwner } from '../../currency/transactions/top-up-currency.js';
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

/**
 * Proposes that a vault sends BCH to the till of a payment of which it is the sender. Anybody adds it to the payment then.
 *
 * @throws RangeError where the payment has another sender: its till would not return what is not added
 * @throws CovenantError SPENDS_USED_UP
 * @throws InsufficientFundsError
 */
export const proposeTillFilling = (
  vault: TreasuryContract,
  holdings: VaultHoldings,
  contract: CurrencyContract,
  { category, index }: TillOwner,
  satoshis: bigint,
  options: BuildOptions = {},
): VaultProposal => {
  assertSender(contract, vault);
  const outputs = [{ to: contract.till(category, index).lockingBytecode, amount: satoshis }];
  return propose(vault, holdings, { kind: 'topup', outputs }, options);
};

/**
 * Proposes that a vault takes back coins from the till of a payment of which it is the sender.
 *
 * @param deposits 1 to 50, each as old as the notice
 * @throws RangeError for none or too many, or where the payment has another sender
 * @throws CovenantError SPENDS_USED_UP or TRANSACTION_TOO_LARGE
 * @throws InsufficientFundsError
 */
export const proposeTillTaking = (
  vault: TreasuryContract,
  holdings: VaultHoldings,
  contract: CurrencyContract,
  owner: TillOwner,
  deposits: readonly Utxo[],
  options: BuildOptions = {},
): VaultProposal => {
  assertSender(contract, vault);
  const { contractInputs, outputs } = planTillTaking(contract, owner, deposits);
  return propose(vault, holdings, { kind: 'take', filled: contractInputs.map(filledBy), outputs }, options);
};
