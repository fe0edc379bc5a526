import type { GetVaultResponse, RefundResponse, VaultStateResponse } from '@weir/api-contract';
import { useFixture } from '../support/fixture.js';
import { agree, proposeMove } from '../support/grant-scenario.js';
import { textLike } from '../support/like.js';
import { NOTICE } from '../support/payment-scenario.js';
import { grantedStreams, grantPlan, openNextPart, planSeenBy, recipientsFrom } from '../support/plan-grant-scenario.js';
import { createActiveVault, type VaultScenario } from '../support/vault-scenario.js';

const HOUR = 3_600;
const STREAMS = 100;
/** Cancels of streams in BCH that one transaction takes. */
const MAX_IN_PROPOSAL = 90;
/** Refunds that are asked for together. */
const AT_ONCE = 20;

const fixture = useFixture({ LOG_LEVEL: 'error' });

const balanceOf = async ({ signers, path }: VaultScenario): Promise<bigint> => {
  const client = fixture.client.as(signers[0].address);
  await client.get<VaultStateResponse>(`${path}/state`);
  return BigInt((await client.get<GetVaultResponse>(path)).body.currentBalanceBase);
};

describe('a plan of 100 that a vault funds', () => {
  it('is opened, cancelled and closed by two of its three wallets, and what was not due is the vault’s again', async () => {
    const vault = await createActiveVault(fixture, { totalDeposit: 2 });
    const grant = await grantPlan(fixture, vault, recipientsFrom(1, STREAMS));
    expect(grant.created).toMatchObject({
      plan: { sender: textLike(/^bchtest:/), vault_id: vault.id, status: 'PENDING', streams: STREAMS },
      fundings: [{ streams: STREAMS, status: 'PENDING' }],
      proposal: {
        method: 'POST',
        path: `/api/vaults/${vault.id}/proposals`,
        body: { kind: 'plan', planId: grant.id },
      },
    });
    const before = await balanceOf(vault);
    const fundingTxHash = await openNextPart(fixture, vault, grant);
    expect(await planSeenBy(fixture, vault, grant)).toMatchObject({
      plan: { status: 'ACTIVE', parts_funded: 1 },
      fundings: [{ status: 'ACTIVE', funding_tx_hash: fundingTxHash }],
      statuses: { ACTIVE: STREAMS },
    });
    expect(before - (await balanceOf(vault))).toBeGreaterThan(BigInt(STREAMS) * 1_000_000n);

    await fixture.advance(10 * HOUR);
    for (const count of [MAX_IN_PROPOSAL, STREAMS - MAX_IN_PROPOSAL]) {
      const cancel = await proposeMove(fixture, vault, { kind: 'cancel', planId: grant.id });
      expect(cancel.subjects).toHaveLength(count);
      await agree(fixture, vault, cancel);
      await fixture.mine();
    }
    expect(await planSeenBy(fixture, vault, grant)).toMatchObject({ statuses: { CANCELLED: STREAMS } });

    const waiting = await balanceOf(vault);
    await fixture.mine(NOTICE);
    const ids = (await grantedStreams(fixture, vault, grant)).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE);
      const answers = await Promise.all(
        some.map((id) => fixture.client.post<RefundResponse>(`/api/streams/${id}/refund`)),
      );
      expect(answers.map(({ status }) => status)).toEqual(some.map(() => 200));
    }
    await fixture.mine();
    // A tenth has vested; the rest, and what is left of the reserves, is the vault's.
    expect((await balanceOf(vault)) - waiting).toBeGreaterThan(BigInt(STREAMS) * 890_000n);

    const heir = fixture.wallet();
    await agree(fixture, vault, await proposeMove(fixture, vault, { kind: 'close', recipient: heir.address }));
    expect(await balanceOf(vault)).toBe(0n);
  });
});
