import { sql } from 'kysely';
import { createIndexerDatabase, createIndexReader, createSyncRepository } from '@weir/infra';
import { eventually } from '@weir/testing';
import { createKnownSupplies, SupplyPendingError } from '../src/index.js';
import { createIndexerTestDatabase, type TestIndexerDatabase } from './support/simulation/databases.js';

const category = (i: number): string => i.toString(16).padStart(64, '0');
const now = (): number => 1_750_000_000;

let database: TestIndexerDatabase;
beforeAll(async () => {
  database = await createIndexerTestDatabase();
  await createSyncRepository(database.db).begin('devnet', 0);
});
afterAll(() => database.drop());

const write = () => sql`UPDATE sync_state SET version = version + 1`.execute(database.db);

/** Holds what every count has to read, as long as the work takes. */
const whileLocked = async (work: () => Promise<void>): Promise<void> => {
  const other = createIndexerDatabase({ url: database.url, applicationName: 'lock', maxConnections: 1 });
  try {
    await other.transaction().execute(async (trx) => {
      await sql`LOCK TABLE contracts IN ACCESS EXCLUSIVE MODE`.execute(trx);
      await work();
    });
  } finally {
    await other.destroy();
  }
};

const open = (options: { readonly patienceMs?: number; readonly quickMs?: number; readonly staleMs?: number } = {}) => {
  const reader = createIndexReader(database.db);
  let counts = 0;
  const counting: typeof reader.eachHolding = (...asked) => {
    counts += 1;
    return reader.eachHolding(...asked);
  };
  const supplies = createKnownSupplies({ reader: { ...reader, eachHolding: counting }, now, ...options });
  return { supplies, counts: () => counts };
};

describe('known supplies', () => {
  it('counts a token once, however many ask, until the tables change', async () => {
    const { supplies, counts } = open();
    const first = await Promise.all(Array.from({ length: 20 }, () => supplies.read(category(1))));
    expect([new Set(first).size, counts(), first[0]?.contracts]).toEqual([1, 1, 0]);
    await write();
    await eventually(async () => {
      await supplies.read(category(1));
      expect(counts()).toBe(2);
    });
  });

  it('says that a count takes long, and answers for other tokens meanwhile', async () => {
    const { supplies } = open({ patienceMs: 20 });
    const known = await eventually(() => supplies.read(category(1)));
    await whileLocked(async () => {
      await expect(supplies.read(category(2))).rejects.toThrow(SupplyPendingError);
      expect(await supplies.read(category(1))).toBe(known);
    });
    await eventually(async () => expect((await supplies.read(category(2))).held).toBe(0n));
  });

  it('answers with the last count where the next one takes long', async () => {
    const { supplies, counts } = open({ patienceMs: 20, quickMs: 0 });
    const first = await eventually(() => supplies.read(category(1)));
    await write();
    await whileLocked(async () => {
      await eventually(async () => {
        expect(await supplies.read(category(1))).toBe(first);
        expect(counts()).toBe(2);
      });
    });
    await eventually(async () => expect((await supplies.read(category(1))).version).toBeGreaterThan(first.version));
  });

  it('counts again before it answers where the last count took long and is stale', async () => {
    const { supplies, counts } = open({ patienceMs: 60_000, quickMs: 0, staleMs: 0 });
    const first = await supplies.read(category(1));
    expect(await supplies.read(category(1))).toBe(first);
    await write();
    const second = await eventually(async () => {
      const read = await supplies.read(category(1));
      expect(read.version).toBeGreaterThan(first.version);
      return read;
    });
    expect([counts(), second.version]).toEqual([2, first.version + 1]);
  });

  it('answers with a stale count where the next one takes longer than a request waits', async () => {
    const { supplies } = open({ patienceMs: 20, quickMs: 0, staleMs: 0 });
    const first = await eventually(() => supplies.read(category(1)));
    await write();
    await whileLocked(async () => expect(await supplies.read(category(1))).toBe(first));
    await eventually(async () => expect((await supplies.read(category(1))).version).toBeGreaterThan(first.version));
  });

  it('bounds how many tokens strangers can have counted at once', async () => {
    const { supplies } = open({ patienceMs: 20 });
    await whileLocked(async () => {
      const asked = await Promise.allSettled(Array.from({ length: 1_000 }, (_, i) => supplies.read(category(i))));
      expect(asked.every(({ status }) => status === 'rejected')).toBe(true);
      expect(supplies.size().counting).toBe(200);
    });
    await eventually(() => expect(supplies.size().counting).toBe(0));
  });
});
