import type {
  ApproveResponse,
  ExecuteResponse,
  GetVaultResponse,
  ProposalResponse,
  VaultDeposit,
  VaultResponse,
} from '@weir/api-contract';
import type { Fixture } from '../fixture.js';
import { BCH, COIN } from '../test-asset.js';
import { vaultOf } from '../vault-scenario.js';
import type { PersistentClient } from './persistent-client.js';
import type { Promised } from './servers.js';

const SPENT = COIN / 10n;

/** Runs a vault through the API: created, deposited to, sometimes spent from by two signers, each step reported. */
export const liveVault = async (fixture: Fixture, client: PersistentClient, isSpent: boolean): Promise<Promised> => {
  const creator = fixture.wallet(3n * COIN, COIN / 100n);
  const signers = [fixture.wallet(), fixture.wallet(), fixture.wallet()] as const;
  const recipient = fixture.wallet();
  const { id } = await client.post<VaultResponse>('/api/vaults', vaultOf(signers), creator.address);
  const path = `/api/vaults/${id}`;
  const deposit = await client.get<VaultDeposit>(`${path}/deposit`, creator.address);
  const depositTxHash = (await creator.signTransaction(deposit.wcTransaction)).signedTransactionHash;
  await client.post(
    `${path}/update-balance`,
    { txid: depositTxHash, amount: deposit.amountToDeposit },
    creator.address,
  );
  const read = async () => (await fixture.client.as(creator.address).get<GetVaultResponse>(path)).body;
  const deposited = { event: 'deposited', txHash: depositTxHash };
  const unspent: Promised = {
    kind: 'vault',
    id,
    async assertHolds() {
      const { status, currentBalanceBase, events } = await read();
      expect([status, currentBalanceBase]).toEqual(['active', COIN.toString()]);
      expect(events).toMatchObject([deposited]);
    },
  };
  if (!isSpent) return unspent;

  const [proposer, other] = signers;
  const wanted = { recipient: recipient.address, amount: BCH.text(SPENT), reason: 'Storm' };
  const proposal = await client.post<ProposalResponse>(`${path}/proposals`, wanted, proposer.address);
  const proposalPath = `/api/proposals/${proposal.id}`;
  for (const signer of [proposer, other]) {
    const { wcTransaction } = await client.post<ApproveResponse>(`${proposalPath}/approve`, {}, signer.address);
    const { signedTransaction } = await signer.signTransaction(wcTransaction);
    await client.post(`${proposalPath}/signatures`, { signedTransaction }, signer.address);
  }
  const {
    txHex,
    txHash,
    proposal: executed,
  } = await client.post<ExecuteResponse>(`${proposalPath}/execute`, {}, proposer.address);
  await client.post('/api/transactions/broadcast', { txHex });
  await client.post(`${proposalPath}/confirm-execute`, { txHash }, proposer.address);
  return {
    kind: 'vault',
    id,
    async assertHolds() {
      const { status, currentBalanceBase, events } = await read();
      expect([status, currentBalanceBase]).toEqual(['active', (COIN - SPENT - BigInt(executed.feeBase)).toString()]);
      expect(events).toMatchObject([deposited, { event: 'spent', txHash }]);
      expect(BCH.paidTo(fixture, recipient, txHash)).toEqual([SPENT]);
      const { body } = await fixture.client.as(creator.address).get<ProposalResponse>(proposalPath);
      expect(body).toMatchObject({ status: 'EXECUTED', txHash });
    },
  };
};
