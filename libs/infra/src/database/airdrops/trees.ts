import type { Selectable } from 'kysely';
import type { Database } from '../create-database.js';
import { newId } from '../new-id.js';
import { admit, type Admission } from '../quotas/admission.js';
import { NOW } from '../seconds.js';
import type { AirdropTreesTable } from './airdrop-tables.js';
import { toContractColumns, type CampaignContract, type TreeRecord } from './campaign-record.js';
import { writeTreeParts, type TreeBytes } from './tree-parts.js';

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
      sponsored: tree.sponsored,
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
