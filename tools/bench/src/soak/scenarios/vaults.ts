import { binToHex } from '@bitauth/libauth';
import type { Wallet } from '@weir/wallet';
import { BCH, openWallet, passBlocks, type Fixture } from '../fixture.js';

interface Proposal {
  readonly id: string;
  readonly status: string;
}

const approve = async ({ client }: Fixture, signer: Wallet, id: string): Promise<void> => {
  const { wcTransaction } = await client.post<{ wcTransaction: object }>(
    `/api/proposals/${id}/approve`,
    {},
    signer.address,
  );
  const { signedTransaction } = await signer.signTransaction(wcTransaction);
  await client.post(`/api/proposals/${id}/signatures`, { signedTransaction }, signer.address);
};

/** A vault: a deposit, a spend two agree on, a proposal that is rejected, a close. */
export const vaultScenario = async (fixture: Fixture): Promise<void> => {
  const { client, told } = fixture;
  const signers = [await openWallet(fixture, 3n * BCH), await openWallet(fixture), await openWallet(fixture)] as const;
  const [alice, bob, carol] = signers;
  const order = {
    name: 'Treasury',
    signers: signers.map(({ address }) => address),
    signerPubkeys: signers.map(({ publicKey }) => binToHex(publicKey)),
    totalDeposit: 1,
    isPublic: true,
  };
  const { id } = await client.post<{ id: string }>('/api/vaults', order, alice.address);
  const path = `/api/vaults/${id}`;
  const { wcTransaction, amountToDeposit } = await client.get<{ wcTransaction: object; amountToDeposit: number }>(
    `${path}/deposit`,
    alice.address,
  );
  const { signedTransactionHash: txid } = await alice.signTransaction(wcTransaction);
  await client.post(`${path}/update-balance`, { txid, amount: amountToDeposit }, alice.address);
  told.push({ path, caller: alice.address, statuses: ['active', 'closed'] });

  const propose = (more: object): Promise<Proposal> =>
    client.post<Proposal>(`${path}/proposals`, { recipient: bob.address, reason: 'Rent', ...more }, alice.address);
  const carryOut = async (proposal: Proposal): Promise<void> => {
    await approve(fixture, bob, proposal.id);
    await approve(fixture, carol, proposal.id);
    const { txHex } = await client.post<{ txHex: string }>(`/api/proposals/${proposal.id}/execute`, {}, bob.address);
    const { txid: txHash } = await client.post<{ txid: string }>('/api/transactions/broadcast', { txHex });
    await client.post(`/api/proposals/${proposal.id}/confirm-execute`, { txHash }, bob.address);
    told.push({ path: `/api/proposals/${proposal.id}`, caller: bob.address, statuses: ['EXECUTED'] });
  };
  await passBlocks(fixture, 1);
  await carryOut(await propose({ amount: 0.2 }));
  const unwanted = await propose({ amount: 0.1, reason: 'Yacht' });
  for (const signer of [bob, carol]) await client.post(`/api/proposals/${unwanted.id}/reject`, {}, signer.address);
  told.push({ path: `/api/proposals/${unwanted.id}`, caller: bob.address, statuses: ['REJECTED'] });
  await passBlocks(fixture, 2);
  if (fixture.isOver()) return;
  await carryOut(await propose({ kind: 'close', reason: 'Done' }));
  told.push({ path, caller: alice.address, statuses: ['closed'] });
};
