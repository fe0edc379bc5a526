import type {
  ApproveResponse,
  ExecuteResponse,
  ProposalResponse,
  VaultDeposit,
  VaultResponse,
} from '@weir/api-contract';
import type { Wallet } from '@weir/wallet';
import type { PersistentClient } from './persistent-client.js';

/** A vault that a client opened. */
export interface OpenedVault {
  readonly id: string;
  readonly path: string;
  readonly depositTxHash: string;
}

/** Creates a vault, and makes and reports its first deposit. @param terms body of the creation */
export const openVault = async (client: PersistentClient, terms: object, creator: Wallet): Promise<OpenedVault> => {
  const { id } = await client.post<VaultResponse>('/api/vaults', terms, creator.address);
  const path = `/api/vaults/${id}`;
  const deposit = await client.get<VaultDeposit>(`${path}/deposit`, creator.address);
  const depositTxHash = (await creator.signTransaction(deposit.wcTransaction)).signedTransactionHash;
  await client.post(
    `${path}/update-balance`,
    { txid: depositTxHash, amount: deposit.amountToDeposit },
    creator.address,
  );
  return { id, path, depositTxHash };
};

/** Has parties sign a proposal, and the first of them send and report it. @returns the executed one, with its hash */
export const execute = async (
  client: PersistentClient,
  { id }: Pick<ProposalResponse, 'id'>,
  parties: readonly [Wallet, ...Wallet[]],
) => {
  const path = `/api/proposals/${id}`;
  for (const party of parties) {
    const { wcTransaction } = await client.post<ApproveResponse>(`${path}/approve`, {}, party.address);
    const { signedTransaction } = await party.signTransaction(wcTransaction);
    await client.post(`${path}/signatures`, { signedTransaction }, party.address);
  }
  const { address } = parties[0];
  const { txHex, txHash, proposal } = await client.post<ExecuteResponse>(`${path}/execute`, {}, address);
  await client.post('/api/transactions/broadcast', { txHex });
  await client.post(`${path}/confirm-execute`, { txHash }, address);
  return { txHash, proposal };
};
