import type { ProposalResponse } from '@weir/api-contract';
import { eventually } from '@weir/testing';
import { succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { grantPlan, openNextPart, planSeenBy, recipientsFrom } from '../support/plan-grant-scenario.js';
import { confirmExecution, createActiveVault } from '../support/vault-scenario.js';

const fixture = useFixture({ WATCHER: 'protect' });

it('a plan that a vault opened is PENDING when its block is gone, and ACTIVE again by the same signatures', async () => {
  const vault = await createActiveVault(fixture);
  const grant = await grantPlan(fixture, vault, recipientsFrom(1, 5));
  const txHash = await openNextPart(fixture, vault, grant);
  const [proposal] = (
    await succeeded(
      fixture.client
        .as(vault.signers[0].address)
        .get<{ readonly success: true; readonly proposals: readonly ProposalResponse[] }>(`${vault.path}/proposals`),
    )
  ).proposals;
  if (proposal === undefined) throw new Error('There is one');
  const { hex } = fixture.devnet.node.transaction(txHash) ?? { hex: '' };
  const becomes = (of: () => Promise<unknown>, expected: object): Promise<void> =>
    eventually(async () => expect(await of()).toMatchObject(expected));
  const plan = () => planSeenBy(fixture, vault, grant);
  const read = async () =>
    (await fixture.client.as(vault.signers[0].address).get<ProposalResponse>(`/api/proposals/${proposal.id}`)).body;

  fixture.devnet.node.reorganise(1, { keep: 'drop' });
  await becomes(plan, { plan: { status: 'PENDING' }, statuses: { PENDING: 5 }, proposal: grant.proposal });
  await becomes(read, { status: 'APPROVED', txHash: null });
  expect((await plan()).statuses).toEqual({ PENDING: 5 });

  expect(fixture.devnet.node.submit(hex)).toBe(txHash);
  expect(await confirmExecution(fixture, vault, proposal.id, txHash)).toMatchObject({ status: 200 });
  // The watchers may have been first, who restore one stream after the other.
  await becomes(plan, {
    plan: { status: 'ACTIVE' },
    fundings: [{ funding_tx_hash: txHash }],
    statuses: { ACTIVE: 5 },
  });
  await becomes(read, { status: 'EXECUTED', txHash });
});
