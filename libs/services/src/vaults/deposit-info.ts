import {
  buildVaultDeposit,
  buildVaultFirstDeposit,
  encodeVaultState,
  findVaultDeployment,
  INITIAL_VAULT_STATE,
  shownState,
  VAULT_STATE_SATOSHIS,
  type VaultContract,
} from '@weir/covenants';
import type { TransitionRecord, VaultRecord } from '@weir/infra';
import { parseBchAmount } from '../shared/amounts.js';
import { assertRelayed } from '../shared/assert-relayed.js';
import { withFunds } from '../shared/covenant-refusals.js';
import type { Caller } from '../shared/parties.js';
import { assertUnexpired } from '../shared/retention.js';
import { findFunding } from '../shared/second-funding.js';
import { ServiceError } from '../shared/service-error.js';
import { contractOf } from '../shared/vaults/stored-vault.js';
import { assertCreator, loadVault } from '../shared/vaults/vault-access.js';
import { type PayingWallet, walletCoins } from '../shared/wallet-coins.js';
import { describePreparation } from '../streams/funding/funding-info.js';
import { followVault } from './chain/follow-vault.js';
import type { VaultContext } from './vault-context.js';

/** Refuses to hand out a first deposit where one was broadcast but never reported here: it would be made twice. */
const refuseSecondFirst = async ({ chain }: VaultContext, contract: VaultContract): Promise<void> => {
  const txid = await findFunding(
    {
      lockingBytecode: contract.lockingBytecode,
      mayFund: (coin) => shownState(coin) !== undefined,
      funds: (each) => findVaultDeployment(contract, each.txid, each.transaction).ok,
    },
    chain,
  );
  if (txid === undefined) return;
  throw new ServiceError('WRONG_STATE', 'The vault already has its first deposit: report it with update-balance', {
    status: 'pending',
    txid,
  });
};

/**
 * What is still to be deposited of the planned total, satoshis: coins at the address and payouts of spends count as deposited,
 * fees do not. A rest below 1,000 satoshis is not worth an output; the first deposit has at least that, for the state.
 */
const missing = ({ totalDeposit, currentBalance, status }: VaultRecord, steps: readonly TransitionRecord[]): bigint => {
  const paidOut = steps.reduce((sum, { paidToRecipient }) => sum + paidToRecipient, 0n);
  const rest = totalDeposit - currentBalance - paidOut;
  if (rest >= VAULT_STATE_SATOSHIS) return rest;
  return status === 'active' ? 0n : VAULT_STATE_SATOSHIS;
};

interface DepositRequest {
  /** BCH as a decimal; by default what is missing of the planned total. */
  readonly amount?: string | undefined;
  readonly paying?: PayingWallet;
}

/**
 * Builds the creator's next deposit to sign: the first one makes the state NFT, later ones are plain sends. For the creator.
 *
 * @throws ServiceError INVALID_AMOUNT, WRONG_STATE, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const depositInfo = async (
  context: VaultContext,
  id: string,
  caller: Caller,
  { amount, paying }: DepositRequest = {},
) => {
  const seen = await loadVault(context, id, caller);
  assertCreator(seen, 'ask for deposits');
  const asked = amount === undefined ? undefined : parseBchAmount(amount, 'amount', VAULT_STATE_SATOSHIS);
  const { vault } = await followVault(context, id);
  if (vault.status === 'closed')
    throw new ServiceError('WRONG_STATE', 'The vault is closed and takes no deposits', { status: vault.status });
  assertUnexpired(vault.expiresAt, context);
  const amountToDeposit = asked ?? missing(vault, await context.vaults.transitionsOf(id));
  const { contractAddress, totalDeposit, currentBalance } = vault;
  const planned = { contractAddress, totalDeposit, currentBalance, amountToDeposit, depositSatoshis: amountToDeposit };
  if (amountToDeposit === 0n)
    return { kind: 'deposit' as const, ...planned, stateNft: null, wcTransaction: null, fee: 0n };

  const contract = contractOf(vault, context.network);
  if (vault.status === 'pending') await refuseSecondFirst(context, contract);
  const options = { feeRate: await context.chain.feeRate() };
  const wallet = await walletCoins(context, seen.caller.hash, paying);
  if (vault.status === 'active') {
    const { wcTransaction, fee } = withFunds('creator', () =>
      buildVaultDeposit(contract, wallet, amountToDeposit, options),
    );
    return { kind: 'deposit' as const, ...planned, stateNft: null, wcTransaction, fee };
  }
  const { kind, transaction } = withFunds('creator', () =>
    buildVaultFirstDeposit(contract, wallet, amountToDeposit, options),
  );
  if (kind === 'preparation') return describePreparation(transaction);
  await assertRelayed(context, transaction);
  const { wcTransaction, fee, outputs } = transaction;
  const tokenCategory = outputs.find(({ token }) => token !== undefined)?.token?.category ?? '';
  return {
    kind,
    ...planned,
    stateNft: { tokenCategory, commitment: encodeVaultState(INITIAL_VAULT_STATE) },
    wcTransaction,
    fee,
  };
};
