import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { fundedLanes, newCampaign } from '../../test/campaigns.js';
import { useDatabase } from '../../test/database.js';
import { fund, newStream, randomHex } from '../../test/streams.js';
import { built, newProposal, newVault } from '../../test/vaults.js';
import { createAirdropsRepository } from './airdrops/airdrops.repository.js';
import { createStreamsRepository } from './streams/streams.repository.js';
import { createVaultsRepository } from './vaults/vaults.repository.js';

const database = useDatabase();

/** Waits for the second half of a second, which rounding takes for the next one. */
const lateInASecond = async (): Promise<void> => {
  const passed = Date.now() % 1_000;
  if (passed < 550 || passed > 850) await sleep((1_550 - passed) % 1_000);
};

describe('moments', () => {
  it('round a time down, never up', async () => {
    const { rows } = await sql<{ place: string; value: string }>`
      SELECT table_name || '.' || column_name AS place, column_default AS value FROM information_schema.columns
      WHERE table_schema = current_schema() AND column_default ILIKE '%epoch%'`.execute(database.db);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ value }) => !/^\(floor\(EXTRACT\(epoch FROM now\(\)\)\)\)::bigint$/.test(value))).toEqual([]);
  });

  it('never lie ahead of the clock, in rows that are made as in rows that are changed', async () => {
    const streams = createStreamsRepository(database.db);
    await lateInASecond();
    const { id, createdAt } = await streams.insert(newStream());
    const { updatedAt } = await streams.withStream(id, (scope) => scope.update({}));
    expect(Math.max(createdAt, updatedAt)).toBeLessThanOrEqual(Math.floor(Date.now() / 1_000));
  });
});

describe("a service's clock that is behind the database's", () => {
  it('activates nothing before it was created', async () => {
    const { db } = database;
    const streams = createStreamsRepository(db);
    const stream = await streams.insert(newStream());
    const funded = await streams.withStream(stream.id, async (scope) => {
      await fund(scope);
      return scope.stream;
    });
    expect(funded.funding?.activatedAt).toBe(stream.createdAt);

    const vaults = createVaultsRepository(db);
    const vault = await vaults.insert(newVault());
    const txHash = randomHex(32);
    const opened = await vaults.withVault(vault.id, async (scope) => {
      await scope.update({
        status: 'active',
        state: { category: 'ca'.repeat(32), txid: txHash, vout: 0, satoshis: 5_000n, commitment: '010000000000' },
        deposit: { txHash, activatedAt: 1_700_000_000 },
      });
      return scope.vault;
    });
    expect(opened.deposit?.activatedAt).toBe(vault.createdAt);

    const airdrops = createAirdropsRepository(db);
    const campaign = await airdrops.insert(newCampaign());
    const active = await airdrops.withCampaign(campaign.id, (scope) =>
      scope.activate({ ...fundedLanes(), now: 1_700_000_000 }),
    );
    expect(active.funding?.activatedAt).toBe(campaign.createdAt);
  });

  it('executes no proposal before its last signature', async () => {
    const { db } = database;
    const vaults = createVaultsRepository(db);
    const vault = await vaults.insert(newVault());
    const [{ hash }] = vault.signers;
    const { id } = await vaults.withVault(vault.id, async ({ proposals }) =>
      proposals.sign(await proposals.insert(newProposal(), built()), hash, randomHex(65)),
    );
    await sql`UPDATE vault_proposal_votes SET created_at = created_at + 60 WHERE proposal_id = ${id}`.execute(db);
    const executed = await vaults.withVault(vault.id, ({ proposals }) =>
      proposals.settle(id, { txHash: randomHex(32), executedAt: 1_700_000_000, final: false }),
    );
    expect(executed.execution?.executedAt).toBe(executed.signatures[0]?.at);
    expect(executed.execution?.executedAt).toBeGreaterThan(executed.createdAt);
  });
});
