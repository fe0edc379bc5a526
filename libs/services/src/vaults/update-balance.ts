import { binToHex } from '@bitauth/libauth';
import { findVaultDeployment, type VaultCoin } from '@weir/covenants';
import type { ChainTransaction, VaultRecord } from '@weir/infra';
import { echoesAmount, formatBch, parseBchAmount } from '../shared/amounts.js';
import { confirmationOf, confirmedTransaction } from '../shared/chain-errors.js';
import type { Caller } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { contractOf, toStateRecord } from '../shared/vaults/stored-vault.js';
import { loadVault } from '../shared/vaults/vault-access.js';
import { followVault } from './chain/follow-vault.js';
import { depositTransition } from './chain/vault-lineage.js';
import type { VaultContext } from './vault-context.js';
import { toVaultView } from './vault-view.js';

const mismatch = (message: string, details: Readonly<Record<string, unknown>>): ServiceError =>
  new ServiceError('TX_MISMATCH', message, details);

/** What a transaction pays to a vault, compared with what the client says. Satoshis. */
const paidTo = (
  { lockingBytecode, contractAddress }: VaultRecord,
  { txid, transaction }: ChainTransaction,
  amount: number | string,
): bigint => {
  const outputs = transaction.outputs.filter((output) => binToHex(output.lockingBytecode) === lockingBytecode);
  const paid = outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);
  if (outputs.length === 0) throw mismatch(`The transaction pays nothing to ${contractAddress}`, { txHash: txid });
  if (echoesAmount(amount, paid, 'BCH')) return paid;
  throw mismatch(`The transaction pays ${formatBch(paid)} BCH to the vault, not ${String(amount)}`, {
    txHash: txid,
    paidSatoshis: paid.toString(),
    given: amount,
  });
};

const firstDepositOf = ({ network }: VaultContext, vault: VaultRecord, { txid, transaction }: ChainTransaction) => {
  const found = findVaultDeployment(contractOf(vault, network), txid, transaction);
  if (found.ok) return found.coin;
  const message = `The first deposit must create the vault's mutable state NFT: ${found.problems[0] ?? ''}. Use the transaction from deposit`;
  throw mismatch(message, { txHash: txid, problems: found.problems });
};

/** Records the first deposit of a pending vault: it is active from now on. */
const activate = ({ vaults, now }: VaultContext, coin: VaultCoin, transaction: ChainTransaction, id: string) =>
  vaults.withVault(id, async (scope) => {
    if (scope.vault.status !== 'pending') return;
    await scope.useTransactionHash(transaction.txid);
    const deposit = { txHash: transaction.txid, activatedAt: now() };
    await scope.advance(depositTransition(coin, transaction, 'confirm'), {
      status: 'active',
      state: toStateRecord(coin),
      deposit,
    });
  });

/**
 * Activates a pending vault by its first deposit.
 *
 * @throws ServiceError NOT_FOUND, TX_NOT_FOUND, TX_UNCONFIRMED, TX_MISMATCH, HASH_ALREADY_USED, CHAIN_UNAVAILABLE
 */
export const confirmFirstDeposit = async (context: VaultContext, id: string, txid: string): Promise<void> => {
  const transaction = await confirmedTransaction(context, txid, (lost) => context.vaults.replacementOf(id, lost));
  const { vault } = await followVault(context, id);
  await activate(context, firstDepositOf(context, vault, transaction), transaction, id);
};

/**
 * Verifies a deposit on the chain and records the balance found at the address. The same transaction again changes
 * nothing.
 *
 * @throws ServiceError INVALID_AMOUNT, TX_NOT_FOUND, TX_UNCONFIRMED, TX_MISMATCH, HASH_ALREADY_USED, CHAIN_UNAVAILABLE
 */
export const updateBalance = async (
  context: VaultContext,
  id: string,
  { txid, amount }: { readonly txid: string; readonly amount: number | string },
  caller: Caller,
) => {
  const { callers } = await loadVault(context, id, caller);
  parseBchAmount(amount, 'amount');
  const transaction = await confirmedTransaction(context, txid, (lost) => context.vaults.replacementOf(id, lost));
  const before = (await followVault(context, id)).vault;
  const paid = paidTo(before, transaction, amount);
  if (before.status === 'pending')
    await activate(context, firstDepositOf(context, before, transaction), transaction, id);
  const { vault } = await followVault(context, id, [transaction]);
  return {
    ...toVaultView(vault, callers),
    ...confirmationOf('The deposit is recorded; the balance is the amount at the address', transaction),
    amount: paid,
  };
};
