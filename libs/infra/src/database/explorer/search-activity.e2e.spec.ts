import { sql } from 'kysely';
import { ACTIVITIES } from '@weir/kinds';
import { makeRecord } from '../../../test/activities.js';
import { crowd } from '../../../test/crowd.js';
import { useDatabase } from '../../../test/database.js';
import { newVault } from '../../../test/vaults.js';
import { createVaultsRepository } from '../vaults/vaults.repository.js';
import { createExplorerRepository, type ExplorerRepository } from './explorer.repository.js';
import type { ActivityPageRequest } from './list-activity.js';

const BCH = { tokenType: 'BCH', tokenCategory: null } as const;
/** Beyond what is sorted, and beyond what one page looks at. */
const MANY = 12_000;

const database = useDatabase();
let explorer: ExplorerRepository;
/** Records with the rare word, the oldest first. */
const rare: string[] = [];

beforeAll(async () => {
  const { db } = database;
  explorer = createExplorerRepository(db);
  const vaults = createVaultsRepository(db);
  const [open, hidden] = [await vaults.insert(newVault({ isPublic: true })), await vaults.insert(newVault())];
  const write = async (id: string, words: string) => {
    await sql`UPDATE streams SET description = ${words}, created_at = 1700000000 + ${rare.length}::bigint WHERE id = ${id}`.execute(
      db,
    );
    await sql`UPDATE airdrop_campaigns SET title = ${words}, created_at = 1700000000 + ${rare.length}::bigint WHERE id = ${id}`.execute(
      db,
    );
    await sql`UPDATE vault_proposals SET reason = ${words}, created_at = 1700000000 + ${rare.length}::bigint WHERE id = ${id}`.execute(
      db,
    );
    await sql`UPDATE currency_payments SET recipient_name = ${words}, created_at = 1700000000 + ${rare.length}::bigint WHERE id = ${id}`.execute(
      db,
    );
  };
  // A purse has no words of its own.
  for (const activity of ACTIVITIES.filter((each) => each !== 'PURSE')) {
    const status = activity === 'TREASURY' ? 'APPROVED' : 'ACTIVE';
    const id = await makeRecord(db, { activity, status, ...BCH, amount: 1_000n }, open.id);
    await write(id, 'A heron by the common weir');
    rare.push(id);
    if (activity === 'TREASURY')
      await write(await makeRecord(db, { activity, status, ...BCH, amount: 1_000n }, hidden.id), 'heron');
  }
  const ordinary = await makeRecord(db, { activity: 'STREAM', status: 'ACTIVE', ...BCH, amount: 1_000n }, open.id);
  await write(ordinary, 'The common weir');
  await crowd(db, 'STREAM', ordinary, MANY);
  await sql`ANALYZE streams`.execute(db);
});

const pages = async (request: Omit<ActivityPageRequest, 'limit' | 'cursor'>, limit: number) => {
  const found: string[] = [];
  let [cursor, count]: [string | undefined, number] = [undefined, 0];
  do {
    const page = await explorer.list({ ...request, limit, cursor });
    found.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
    count += 1;
  } while (cursor !== undefined);
  return { found, count };
};

it('a rare word is found in all products, in the order of the page, within the filters, and in no private vault', async () => {
  const newest = rare.toReversed();
  expect((await pages({ words: `'heron':*` }, 3)).found).toEqual(newest);
  expect((await pages({ words: `'her':* & 'weir':*`, sort: 'oldest' }, 1)).found).toEqual(rare);
  expect((await pages({ words: `'heron':*`, activity: 'AIRDROP' }, 5)).found).toEqual([rare[2]]);
  expect((await pages({ words: `'heron':*`, status: 'COMPLETED' }, 5)).found).toEqual([]);
  expect((await pages({ words: `'heron':*`, from: 1_700_000_001, to: 1_700_000_002 }, 5)).found).toEqual(
    rare.slice(1, 3).toReversed(),
  );
  expect((await pages({ words: `'heron':* & 'nowhere':*` }, 5)).found).toEqual([]);
});

it('all rows of a common word are found page by page, none twice, and no page looks at more than its part', async () => {
  const { found } = await pages({ words: `'common':*` }, 200);
  expect(found).toHaveLength(MANY + 6);
  expect(new Set(found).size).toBe(found.length);
  const oldest = await pages({ words: `'common':*`, sort: 'oldest' }, 1_000);
  expect(oldest.found).toEqual(found.toReversed());
  // Where what is common matches a filter only far down, pages are short and go on.
  const few = await pages({ words: `'common':*`, to: 1_700_000_000 + rare.length - 1 }, 10);
  expect(few.found.toSorted()).toEqual(rare.toSorted());
});
