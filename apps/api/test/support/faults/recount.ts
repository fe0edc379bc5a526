import type { ListStreamsResponse } from '@weir/api-contract';
import { createDatabase, type Database } from '@weir/infra';
import { eventually } from '@weir/testing';
import type { Wallet } from '@weir/wallet';
import type { Fixture } from '../fixture.js';
import { BCH } from '../test-asset.js';

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

/** Finds recorded states that the chain has spent, those of campaigns' lanes too. */
const findStale = async (fixture: Fixture, db: Database): Promise<string[]> => {
  const steps = await db
    .selectFrom('transitions')
    .select(['resourceId', 'txHash', 'stateVout as vout'])
    .orderBy('sequence')
    .execute();
  const claims = await db
    .selectFrom('airdropSteps')
    .select(['campaignId', 'lane', 'txHash', 'vout'])
    .orderBy('sequence')
    .execute();
  const heads = new Map<string, { readonly txHash: string; readonly vout: number | null }>();
  for (const step of steps) heads.set(step.resourceId, step);
  for (const claim of claims) heads.set(`${claim.campaignId}/${claim.lane}`, claim);
  return [...heads.values()].flatMap(({ txHash, vout }) =>
    vout !== null && fixture.devnet.node.spenderOf(txHash, vout) !== undefined ? [`${txHash}:${vout}`] : [],
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

/** The expected state of a stream or payment. */
export interface Release {
  readonly fundingTxHash: string;
  readonly status: 'ACTIVE' | 'CANCELLED' | 'PAUSED' | 'COMPLETED';
  readonly recipient: Wallet;
  /** Hashes of claims that were confirmed. */
  readonly claims: readonly string[];
}

/** The same as the API reports it. */
export interface ReleaseRecord {
  readonly funding: string | null;
  readonly status: string;
  readonly withdrawn: string;
  readonly claims: readonly { readonly tx_hash: string; readonly amount_base: string }[];
}

/** Asserts that a stream or payment is as expected: every claim recorded once, paid on the chain and in the total. */
export const assertReleased = (
  fixture: Fixture,
  promised: Release,
  { funding, status, withdrawn, claims }: ReleaseRecord,
): void => {
  const recorded = claims.map(({ tx_hash }) => tx_hash);
  expect([funding, status]).toEqual([promised.fundingTxHash, promised.status]);
  expect(new Set(recorded).size).toBe(recorded.length);
  expect(recorded).toEqual(expect.arrayContaining([...promised.claims]));
  for (const { tx_hash, amount_base } of claims)
    expect(BCH.paidTo(fixture, promised.recipient, tx_hash)).toContain(BigInt(amount_base));
  expect(BigInt(withdrawn)).toBe(claims.reduce((sum, { amount_base }) => sum + BigInt(amount_base), 0n));
};
