import { binToHex } from '@bitauth/libauth';
import type { ChainTransaction, VaultAddress, VaultRecord } from '@weir/infra';
import { echoesAmount, formatBch, parseBchAmount } from '../shared/amounts.js';
import { confirmationOf, confirmedTransaction } from '../shared/chain-errors.js';
import type { Caller } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { findDeposit } from '../shared/vaults/stored-vault.js';
import { loadVault, mayPropose } from '../shared/vaults/vault-access.js';
import { isMined } from './chain/awaited-deposit.js';
import { followVault } from './chain/follow-vault.js';
import { recordDeposit } from './chain/record-facts.js';
import type { VaultContext } from './vault-context.js';
import { toVaultView } from './vault-view.js';

const mismatch = (message: string, details: Readonly<Record<string, unknown>>): ServiceError =>
  new ServiceError('TX_MISMATCH', message, details);

/** What a transaction pays to a vault, compared with what the client says. Satoshis. */
const paidTo = (
  { lockingBytecode, contractAddress }: VaultAddress,
  { txid, transaction }: ChainTransaction,
  amount: number | string,
): bigint => {
  const outputs = transaction.outputs.filter((output) => binToHex(output.lockingBytecode) === lockingBytecode);
  const paid = outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);
  if (outputs.length === 0)
    throw mismatch(`The transaction pays nothing to ${contractAddress ?? 'the vault'}`, { txHash: txid });
  if (echoesAmount(amount, paid, 'BCH')) return paid;
  throw mismatch(`The transaction pays ${formatBch(paid)} BCH to the vault, not ${String(amount)}`, {
    txHash: txid,
    paidSatoshis: paid.toString(),
    given: amount,
  });
};

const firstDepositOf = ({ network }: VaultContext, vault: VaultRecord, transaction: ChainTransaction) => {
  const found = findDeposit(vault, transaction, network);
  if (found.ok) return found;
  const message = `The first deposit must create the vault's mutable state NFT: ${found.problems[0] ?? ''}. Use the transaction from deposit`;
  throw mismatch(message, { txHash: transaction.txid, problems: found.problems });
};

type FirstDeposit = ReturnType<typeof firstDepositOf>;

/** Records the first deposit of a pending vault. */
const activate = (context: VaultContext, found: FirstDeposit, transaction: ChainTransaction, id: string) =>
  context.vaults.withVault(id, (scope) => recordDeposit(context, scope, found, transaction, 'confirm'));

/**
 * Makes sure that the first deposit of a roster is mined: its address depends on the coin that it spends, which another transaction
 * could spend before. Notes the deposit, which is found by itself then.
 *
 * @throws ServiceError TX_UNCONFIRMED, TX_MISMATCH
 */
const assertMined = async (
  { vaults }: VaultContext,
  { id, roster }: VaultRecord,
  { address }: FirstDeposit,
  transaction: ChainTransaction,
  mayReplace: boolean,
): Promise<void> => {
  if (roster === null || address === undefined) return;
  const isOffered = roster.category === address.category;
  // A stranger could begin another roster with the same members, and have it recorded in place of the creator's own.
  if (!isOffered && !mayReplace)
    throw mismatch('The transaction is not the first deposit that the creator was offered', {
      txHash: transaction.txid,
    });
  if (!isOffered && !(await vaults.withVault(id, (scope) => scope.awaitCategory(address.category))))
    throw mismatch('The transaction is the first deposit of another treasury', { txHash: transaction.txid });
  if (isMined(transaction)) return;
  throw new ServiceError(
    'TX_UNCONFIRMED',
    'The first deposit of a roster counts once a block holds it: the service has noted it, and shows the address then. Deposit nothing more before',
    { txHash: transaction.txid, confirmations: transaction.confirmations, needed: 1 },
  );
};

/**
 * Activates a pending vault by its first deposit.
 *
 * @throws ServiceError NOT_FOUND, TX_NOT_FOUND, TX_UNCONFIRMED, TX_MISMATCH, HASH_ALREADY_USED, CHAIN_UNAVAILABLE
 */
export const confirmFirstDeposit = async (context: VaultContext, id: string, txid: string): Promise<void> => {
  const transaction = await confirmedTransaction(context, txid, (lost) => context.vaults.replacementOf(id, lost));
  const { vault } = await followVault(context, id);
  const found = firstDepositOf(context, vault, transaction);
  await assertMined(context, vault, found, transaction, false);
  await activate(context, found, transaction, id);
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
  const { callers, caller: reporter } = await loadVault(context, id, caller);
  parseBchAmount(amount, 'amount');
  const transaction = await confirmedTransaction(context, txid, (lost) => context.vaults.replacementOf(id, lost));
  const before = (await followVault(context, id)).vault;
  const isFirst = before.status === 'pending';
  // The first deposit of a roster makes its address.
  const found = isFirst && before.roster !== null ? firstDepositOf(context, before, transaction) : undefined;
  const paid = paidTo(found?.address ?? before, transaction, amount);
  if (isFirst) {
    const first = found ?? firstDepositOf(context, before, transaction);
    await assertMined(context, before, first, transaction, mayPropose(before, reporter.hashHex));
    await activate(context, first, transaction, id);
  }
  const { vault } = await followVault(context, id, [transaction]);
  return {
    ...toVaultView(vault, callers),
    ...confirmationOf('The deposit is recorded; the balance is the amount at the address', transaction),
    amount: paid,
  };
};
