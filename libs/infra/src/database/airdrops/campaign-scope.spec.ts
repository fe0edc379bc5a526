import { deferred } from '@weir/testing';
import { fundedLanes, newCampaign } from '../../../test/campaigns.js';
import { useDatabase } from '../../../test/database.js';
import { randomHex } from '../../../test/streams.js';
import { createDatabase } from '../create-database.js';
import { createExpiryRepository } from '../quotas/expiry.repository.js';
import { RowNotFoundError } from '../sql/database-errors.js';
import { createAirdropsRepository } from './airdrops.repository.js';
import type { NewTree } from './trees.js';

const database = useDatabase();

const newTree = (campaignId: string): NewTree => {
  const script = randomHex(32);
  return {
    campaignId,
    root: randomHex(32),
    rowCount: 1,
    lanes: 1,
    depth: 1,
    total: 1_000n,
    laneList: [{ lane: 0, root: randomHex(32), rows: 1, total: 1_000n }],
    bytes: {
      header: new Uint8Array(32),
      rows: new Uint8Array(28),
      index: new Uint8Array(64),
      nodes: new Uint8Array(32),
    },
    contract: {
      lanes: 1,
      claims: 1,
      pool: 1_000n,
      address: `bchtest:${script}`,
      lockingBytecode: `aa20${script}87`,
    },
  };
};

describe('a campaign', () => {
  it('is not funded with a list that was removed meanwhile', async () => {
    const airdrops = createAirdropsRepository(database.db);
    const { id } = await airdrops.insert(newCampaign({ requireKyc: true, amountPerClaim: null, contract: null }));
    const [first, second] = [newTree(id), newTree(id)];
    for (const tree of [first, second]) await airdrops.withCampaign(id, (scope) => scope.saveTree(tree));
    const record = (await airdrops.treesOf(id)).find(({ root }) => root === first.root);
    if (record === undefined) throw new Error('The first list is kept');
    expect(await createExpiryRepository(database.db).removeList({ treeId: record.id, campaignId: id })).toBe(true);
    const funding = { ...fundedLanes(), tree: { record, contract: first.contract } };
    await expect(airdrops.withCampaign(id, (scope) => scope.activate(funding))).rejects.toThrow(RowNotFoundError);
    expect(await airdrops.findById(id)).toMatchObject({ status: 'PENDING', tree: { root: second.root } });
  });

  it('that is locked for long takes no connection from those who wait for it', async () => {
    const db = createDatabase({ url: database.url, maxConnections: 3 });
    const airdrops = createAirdropsRepository(db);
    const { id } = await airdrops.insert(newCampaign());
    const [locked, unlocked] = [deferred(), deferred()];
    const holder = airdrops.withCampaign(id, async () => {
      locked.resolve();
      await unlocked.promise;
      return 'first';
    });
    await locked.promise;
    const waiting = Array.from({ length: 9 }, (_, i) => airdrops.withCampaign(id, () => Promise.resolve(i)));
    expect((await airdrops.findById(id))?.id).toBe(id);
    unlocked.resolve();
    expect([await holder, ...(await Promise.all(waiting))]).toEqual(['first', 0, 1, 2, 3, 4, 5, 6, 7, 8]);
    await db.destroy();
  });
});
