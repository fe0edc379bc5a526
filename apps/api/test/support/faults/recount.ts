import type { ListStreamsResponse } from '@weir/api-contract';
import { createDatabase, type Database } from '@weir/infra';
import { eventually } from '@weir/testing';
import type { Fixture } from '../fixture.js';

interface Counted {
  readonly product: string;
  readonly status: string;
}

/** Counts rows by product and state. */
const tally = (rows: readonly Counted[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { product, status } of rows) counts[`${product} ${status}`] = (counts[`${product} ${status}`] ?? 0) + 1;
  return counts;
};

/** Finds recorded states that the chain has spent. */
const findStale = async (fixture: Fixture, db: Database): Promise<string[]> => {
  const steps = await db
    .selectFrom('transitions')
    .select(['resourceId', 'txHash', 'stateVout'])
    .orderBy('resourceId')
    .orderBy('sequence')
    .execute();
  const heads = new Map(steps.map((step) => [step.resourceId, step]));
  return [...heads.values()].flatMap(({ txHash, stateVout }) =>
    stateVout !== null && fixture.devnet.node.spenderOf(txHash, stateVout) !== undefined
      ? [`${txHash}:${stateVout}`]
      : [],
  );
};

/** Waits until every record agrees with the chain. */
export const assertUpToChain = async (fixture: Fixture): Promise<void> => {
  const db = createDatabase({ url: fixture.config.databaseUrl, maxConnections: 1 });
  try {
    await eventually(async () => expect(await findStale(fixture, db)).toEqual([]));
  } finally {
    await db.destroy();
  }
};

/** Asserts that no step is recorded twice and that the lists' counters equal a count of the rows. */
export const assertRecounted = async (fixture: Fixture): Promise<void> => {
  const db = createDatabase({ url: fixture.config.databaseUrl, maxConnections: 1 });
  try {
    const rows = await db.selectFrom('streams').select(['product', 'status']).execute();
    const counted: Record<string, number> = {};
    for (const status of ['PENDING', 'ACTIVE', 'PAUSED', 'COMPLETED', 'CANCELLED'] as const) {
      for (const product of status === 'PAUSED' ? ['payment'] : ['stream', 'payment']) {
        const { body } = await fixture.client.get<Pick<ListStreamsResponse, 'total'>>(
          `/api/${product}s?status=${status}`,
        );
        if (body.total > 0) counted[`${product} ${status}`] = body.total;
      }
    }
    expect(counted).toEqual(tally(rows));
    const steps = await db.selectFrom('transitions').select(['resourceId', 'txHash']).execute();
    expect(new Set(steps.map(({ resourceId, txHash }) => `${resourceId} ${txHash}`)).size).toBe(steps.length);
  } finally {
    await db.destroy();
  }
};
