import { setTimeout as sleep } from 'node:timers/promises';
import type { GetStreamResponse, ListStreamsResponse } from '@weir/api-contract';
import { createDatabase } from '@weir/infra';
import type { Database } from '@weir/infra';
import { BCH } from '../test-asset.js';
import type { World } from '../world.js';
import type { Promised } from './stream-life.js';

const PATIENCE_MS = 30_000;

/** Asserts that what clients were told had succeeded stands, once, and as the chain has it. */
export const assertKept = async (world: World, promised: readonly Promised[]): Promise<void> => {
  for (const { id, recipient, fundingTxHash, claims, cancelTxHash } of promised) {
    const { body } = await world.client.get<GetStreamResponse>(`/api/streams/${id}`);
    const recorded = body.claims.map(({ tx_hash }) => tx_hash);
    expect(body.stream).toMatchObject({ funding_tx_hash: fundingTxHash, status: cancelTxHash === undefined ? 'ACTIVE' : 'CANCELLED' });
    expect(new Set(recorded).size).toBe(recorded.length);
    expect(recorded).toEqual(expect.arrayContaining([...claims]));
    for (const { tx_hash, amount_base } of body.claims) expect(BCH.paidTo(world, recipient, tx_hash)).toContain(BigInt(amount_base));
    const total = body.claims.reduce((sum, { amount_base }) => sum + BigInt(amount_base), 0n);
    expect(BigInt(body.stream.withdrawn_amount_base)).toBe(total);
  }
};

interface Counted {
  readonly product: string;
  readonly status: string;
}

/** How many rows there are of each product and state. */
const tally = (rows: readonly Counted[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { product, status } of rows) counts[`${product} ${status}`] = (counts[`${product} ${status}`] ?? 0) + 1;
  return counts;
};

/** States that are recorded as the latest, though the chain has spent them. */
const findStale = async (world: World, db: Database): Promise<string[]> => {
  const steps = await db.selectFrom('transitions').select(['resource_id', 'tx_hash', 'state_vout']).orderBy('resource_id').orderBy('sequence').execute();
  const heads = new Map(steps.map((step) => [step.resource_id, step]));
  return [...heads.values()].flatMap(({ tx_hash, state_vout }) => (state_vout !== null && world.devnet.node.spenderOf(tx_hash, state_vout) !== undefined ? [`${tx_hash}:${state_vout}`] : []));
};

/** Asserts that every record is where the chain is, once the watcher has had its time. */
export const assertUpToChain = async (world: World): Promise<void> => {
  const db = createDatabase({ url: world.config.databaseUrl, maxConnections: 1 });
  try {
    for (const end = Date.now() + PATIENCE_MS; (await findStale(world, db)).length > 0 && Date.now() < end; ) await sleep(100);
    expect(await findStale(world, db)).toEqual([]);
  } finally {
    await db.destroy();
  }
};

/** Asserts that no step is recorded twice, and that the lists' counters are what a count of the rows gives. */
export const assertRecounted = async (world: World): Promise<void> => {
  const db = createDatabase({ url: world.config.databaseUrl, maxConnections: 1 });
  try {
    const rows = await db.selectFrom('streams').select(['product', 'status']).execute();
    const counted: Record<string, number> = {};
    for (const status of ['PENDING', 'ACTIVE', 'PAUSED', 'COMPLETED', 'CANCELLED'] as const) {
      const { body } = await world.client.get<ListStreamsResponse>(`/api/streams?status=${status}`);
      if (body.total > 0) counted[`stream ${status}`] = body.total;
    }
    expect(counted).toEqual(tally(rows));
    const steps = await db.selectFrom('transitions').select(['resource_id', 'tx_hash']).execute();
    expect(new Set(steps.map(({ resource_id, tx_hash }) => `${resource_id} ${tx_hash}`)).size).toBe(steps.length);
  } finally {
    await db.destroy();
  }
};
