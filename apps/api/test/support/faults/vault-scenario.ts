import type { GetVaultResponse, ProposalResponse } from '@weir/api-contract';
import type { Fixture } from '../fixture.js';
import { BCH, COIN } from '../test-asset.js';
import { vaultOf } from '../vault-scenario.js';
import type { PersistentClient } from './persistent-client.js';
import type { Promised } from './servers.js';
import { execute, openVault } from './vault-steps.js';

const SPENT = COIN / 10n;

/** Runs a vault through the API: created, deposited to, sometimes spent from by two signers, each step reported. */
export const liveVault = async (fixture: Fixture, client: PersistentClient, isSpent: boolean): Promise<Promised> => {
  const creator = fixture.wallet(3n * COIN, COIN / 100n);
  const signers = [fixture.wallet(), fixture.wallet(), fixture.wallet()] as const;
  const recipient = fixture.wallet();
  const { id, path, depositTxHash } = await openVault(client, vaultOf(signers), creator);
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
  const { txHash, proposal: executed } = await execute(client, proposal, [proposer, other]);
  return {
    kind: 'vault',
    id,
    async assertHolds() {
      const { status, currentBalanceBase, events } = await read();
      expect([status, currentBalanceBase]).toEqual(['active', (COIN - SPENT - BigInt(executed.feeBase)).toString()]);
      expect(events).toMatchObject([deposited, { event: 'spent', txHash }]);
      expect(BCH.paidTo(fixture, recipient, txHash)).toEqual([SPENT]);
      const { body } = await fixture.client.as(creator.address).get<ProposalResponse>(`/api/proposals/${proposal.id}`);
      expect(body).toMatchObject({ status: 'EXECUTED', txHash });
    },
  };
};
