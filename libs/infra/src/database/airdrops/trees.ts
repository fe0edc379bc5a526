import { type Selectable, sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { AirdropTreesTable } from '../generated/tables.js';
import { type Admission, admit } from '../quotas/admission.js';
import type { TreeRegion } from '../sql/columns.js';
import { RowNotFoundError } from '../sql/database-errors.js';
import { newId, NOW } from '../sql/statements.js';
import { type CampaignContract, toContractColumns, type TreeRecord } from './airdrop-records.js';

/** The bytes of a tree by region: no row and no node crosses the end of a part. */
export interface TreeBytes {
  readonly header: Uint8Array;
  readonly rows: Uint8Array;
  readonly index: Uint8Array;
  readonly nodes: Uint8Array;
}

const REGIONS = ['rows', 'index', 'nodes'] as const satisfies readonly TreeRegion[];
const ROW_LENGTH = 28;
const NODE_LENGTH = 32;
/** Rows, or nodes, of a part. */
const ITEMS = 65_536;
const PART_LENGTH: Readonly<Record<TreeRegion, number>> = {
  rows: ROW_LENGTH * ITEMS,
  index: 2 ** 21,
  nodes: NODE_LENGTH * ITEMS,
};
/** How many parts of a tree are read at a time: some megabytes. */
const PARTS_AT_ONCE = 2;

/** Stores a tree's bytes. */
async function writeTreeParts(db: Database, treeId: string, bytes: TreeBytes): Promise<void> {
  for (const region of REGIONS) {
    const whole = bytes[region];
    const length = PART_LENGTH[region];
    for (let part = 0; part * length < whole.length; part += 1) {
      const data = Buffer.from(
        whole.buffer,
        whole.byteOffset + part * length,
        Math.min(length, whole.length - part * length),
      );
      await db.insertInto('airdropTreeParts').values({ treeId, region, part, data }).execute();
    }
  }
}

/** @throws RowNotFoundError where the tree is not kept any more */
const readHeader = async (db: Database, treeId: string): Promise<Buffer> => {
  const found = await db.selectFrom('airdropTrees').select('header').where('id', '=', treeId).executeTakeFirst();
  if (found === undefined) throw new RowNotFoundError('airdropTrees', treeId);
  return found.header;
};

/**
 * Reads a tree's bytes into memory of their length, piece by piece.
 *
 * @param into header, rows, index and nodes, each of the length that was stored
 * @throws RowNotFoundError where the tree is not kept any more, even if it is removed halfway: bytes left out would be
 *   zeros
 */
export async function readTree(db: Database, treeId: string, into: TreeBytes): Promise<void> {
  into.header.set(await readHeader(db, treeId));
  for (const region of REGIONS) {
    const target = into[region];
    for (let from = 0; from * PART_LENGTH[region] < target.length; from += PARTS_AT_ONCE) {
      const parts = await db
        .selectFrom('airdropTreeParts')
        .select(['part', 'data'])
        .where('treeId', '=', treeId)
        .where('region', '=', region)
        .where('part', '>=', from)
        .where('part', '<', from + PARTS_AT_ONCE)
        .execute();
      const expected = Math.min(PARTS_AT_ONCE, Math.ceil(target.length / PART_LENGTH[region]) - from);
      if (parts.length !== expected) throw new RowNotFoundError('airdropTreeParts', treeId);
      for (const { part, data } of parts) target.set(data, part * PART_LENGTH[region]);
    }
  }
}

/**
 * Reads the rows of a list, 28 bytes each, a part at a time.
 *
 * @throws RowNotFoundError where the list is not kept any more, even if it is removed halfway: half of it would pass for all
 */
export async function* rowsOfTree(db: Database, treeId: string): AsyncGenerator<Buffer> {
  const tree = await db.selectFrom('airdropTrees').select('rowCount').where('id', '=', treeId).executeTakeFirst();
  if (tree === undefined) throw new RowNotFoundError('airdropTrees', treeId);
  const parts = db
    .selectFrom('airdropTreeParts')
    .select('data')
    .where('treeId', '=', treeId)
    .where('region', '=', 'rows');
  for (let part = 0; part * ITEMS < tree.rowCount; part += 1) {
    const found = await parts.where('part', '=', part).executeTakeFirst();
    if (found === undefined) throw new RowNotFoundError('airdropTreeParts', treeId);
    yield found.data;
  }
}

/** Bytes of one item of a region: none crosses the end of a part. */
const ITEM_LENGTH: Readonly<Record<TreeRegion, number>> = { rows: ROW_LENGTH, index: 4, nodes: NODE_LENGTH };

/** Items of a region by number, in the order asked for: of a large tree nothing else is read. */
async function readItems(
  db: Database,
  treeId: string,
  region: TreeRegion,
  numbers: readonly number[],
): Promise<readonly Buffer[]> {
  if (numbers.length === 0) return [];
  const length = sql.lit(ITEM_LENGTH[region]);
  const inPart = sql.lit(PART_LENGTH[region] / ITEM_LENGTH[region]);
  const { rows } = await sql<{ readonly item: Buffer }>`
    SELECT substring(data FROM (asked.number % ${inPart}) * ${length} + 1 FOR ${length}) AS item
    FROM unnest(${numbers}::integer[]) WITH ORDINALITY AS asked (number, place)
    JOIN airdrop_tree_parts ON tree_id = ${treeId} AND region = ${region} AND part = asked.number / ${inPart}
    ORDER BY asked.place`.execute(db);
  return rows.map(({ item }) => item);
}

/** Reads nodes of a tree by number, in the order asked for, 32 bytes each. */
export const readNodes = (db: Database, treeId: string, nodes: readonly number[]): Promise<readonly Buffer[]> =>
  readItems(db, treeId, 'nodes', nodes);

/** Makes a reader of a tree's parts. Its methods throw RowNotFoundError where the tree is no longer stored. */
export const storedList = (db: Database, treeId: string) => ({
  header: () => readHeader(db, treeId),
  entries: (places: readonly number[]) => readItems(db, treeId, 'index', places),
  rows: (rows: readonly number[]) => readItems(db, treeId, 'rows', rows),
});

/** Reads a stored list piece by piece: what the list library searches. */
export type StoredListReader = ReturnType<typeof storedList>;

/** A row's amount: a little-endian number of 8 bytes, exactly. */
const AMOUNT = sql.raw(
  Array.from(
    { length: 8 },
    (_, byte) => `get_byte(listed.row, ${20 + byte})::numeric * ${(256n ** BigInt(byte)).toString()}`,
  ).join(' + '),
);

/** Removes the indexed recipients of a tree, each by its key. */
export async function forgetRecipients(db: Database, { id, campaignId, rowCount }: TreeRecord): Promise<void> {
  for (let part = 0; part * ITEMS < rowCount; part += 1) {
    await sql`
      WITH whole AS MATERIALIZED (
        SELECT data || ''::bytea AS data FROM airdrop_tree_parts WHERE tree_id = ${id} AND region = 'rows' AND part = ${part}),
      listed AS MATERIALIZED (
        SELECT substring(data FROM number * ${sql.lit(ROW_LENGTH)} + 1 FOR 20) AS recipient_hash
        FROM whole, generate_series(0, length(data) / ${sql.lit(ROW_LENGTH)} - 1) AS number)
      DELETE FROM airdrop_recipients USING listed
      WHERE airdrop_recipients.recipient_hash = listed.recipient_hash AND campaign_id = ${campaignId}::uuid`.execute(
      db,
    );
  }
}

/** Indexes the rows of a tree by recipient, inside the database and a part at a time. */
export async function indexRecipients(db: Database, { id, campaignId, rowCount }: TreeRecord): Promise<void> {
  for (let part = 0; part * ITEMS < rowCount; part += 1) {
    // The part is read once, not for each row of it.
    await sql`
      WITH whole AS MATERIALIZED (
        SELECT data || ''::bytea AS data FROM airdrop_tree_parts WHERE tree_id = ${id} AND region = 'rows' AND part = ${part})
      INSERT INTO airdrop_recipients (recipient_hash, campaign_id, row_number, amount)
      SELECT substring(listed.row FROM 1 FOR 20), ${campaignId}::uuid, ${part * ITEMS}::integer + listed.number, ${AMOUNT}
      FROM (
        SELECT number, substring(data FROM number * ${sql.lit(ROW_LENGTH)} + 1 FOR ${sql.lit(ROW_LENGTH)}) AS row
        FROM whole, generate_series(0, length(data) / ${sql.lit(ROW_LENGTH)} - 1) AS number
        OFFSET 0) AS listed`.execute(db);
  }
}

/** A tree to be stored: its record, its bytes, and the campaign's contract figures for it. */
export type NewTree = Omit<TreeRecord, 'id'> & { readonly bytes: TreeBytes; readonly contract: CampaignContract };

const toTreeRecord = (row: Selectable<AirdropTreesTable>): TreeRecord => ({
  ...row,
  laneList: row.laneList.map((lane) => ({ ...lane, total: BigInt(lane.total) })),
});

const findByRoot = async (db: Database, { campaignId, root }: NewTree): Promise<string | undefined> => {
  const known = await db
    .selectFrom('airdropTrees')
    .select('id')
    .where('campaignId', '=', campaignId)
    .where('root', '=', root)
    .executeTakeFirst();
  return known?.id;
};

/** Stores a tree that the campaign does not have yet. @returns its id */
const insertTree = async (db: Database, tree: NewTree, admission: Admission | undefined): Promise<string> => {
  const { rows, index, nodes } = tree.bytes;
  const bytes = rows.length + index.length + nodes.length;
  const counted = await admit(db, 'lists', admission, bytes);
  const id = newId();
  await db
    .insertInto('airdropTrees')
    .values({
      ...counted,
      id,
      campaignId: tree.campaignId,
      root: tree.root,
      rowCount: tree.rowCount,
      lanes: tree.lanes,
      depth: tree.depth,
      total: tree.total,
      header: Buffer.from(tree.bytes.header),
      laneList: JSON.stringify(tree.laneList.map((lane) => ({ ...lane, total: lane.total.toString() }))),
      bytes,
    })
    .execute();
  await writeTreeParts(db, id, tree.bytes);
  return id;
};

/**
 * Stores a tree of a campaign, and makes it the campaign's latest. A tree of the same root is stored once.
 *
 * @param db a transaction that holds the lock on the campaign
 * @throws QuotaExceededError
 */
export async function saveTree(db: Database, tree: NewTree, admission?: Admission): Promise<string> {
  const id = (await findByRoot(db, tree)) ?? (await insertTree(db, tree, admission));
  await useTree(db, { id, campaignId: tree.campaignId, root: tree.root }, tree.contract);
  return id;
}

/** Makes a tree the campaign's own. */
export async function useTree(
  db: Database,
  { id, campaignId, root }: Pick<TreeRecord, 'id' | 'campaignId' | 'root'>,
  contract: CampaignContract,
): Promise<void> {
  await db
    .updateTable('airdropCampaigns')
    .set({
      treeId: id,
      merkleRoot: root,
      ...toContractColumns(contract),
      updatedAt: NOW,
    })
    .where('id', '=', campaignId)
    .execute();
}

/** Lists all trees of a campaign, the newest first. */
export async function treesOf(db: Database, campaignId: string): Promise<readonly TreeRecord[]> {
  const rows = await db
    .selectFrom('airdropTrees')
    .selectAll()
    .where('campaignId', '=', campaignId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toTreeRecord);
}

/** Reads a tree's record without its bytes; undefined where there is none. @param treeId uuid */
export async function findTree(db: Database, treeId: string): Promise<TreeRecord | undefined> {
  const row = await db.selectFrom('airdropTrees').selectAll().where('id', '=', treeId).executeTakeFirst();
  return row && toTreeRecord(row);
}
