import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { InvalidCursorError } from '../../database/sql/database-errors.js';
import type { Page, PageRequest } from '../../database/sql/pages.js';
import { readSnapshot } from '../../database/sql/statements.js';
import type { ContractsTable } from '../generated/tables.js';
import type { IndexerDatabase } from '../open-indexer-database.js';
import { toStoredContract } from '../sync/sync-records.js';
import type { IndexedContract } from './list-contracts.js';

const NEEDED = [
  'id',
  'product',
  'announcement',
  'plan',
  'sender',
  'recipient',
  'tokenCategory',
  'totalAmount',
  'status',
  'releasedAmount',
  'commitment',
  'heldTokens',
] as const;

/** A live contract that holds a token, with no more of its row than its lock follows from. */
export type TokenHolding = Readonly<Pick<Selectable<ContractsTable>, (typeof NEEDED)[number]>>;

type Place = Readonly<Pick<TokenHolding, 'heldTokens' | 'id'>>;

/** Live contracts of a token after a place, those that hold most first, as an index holds them. */
const holding = (db: IndexerDatabase, category: string, after: Place | undefined, limit: number) => {
  const query = db
    .selectFrom('contracts')
    .where('tokenCategory', '=', category)
    .where('state', 'is not', null)
    .orderBy('heldTokens', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after === undefined) return query;
  return query.where((is) => is(is.refTuple('heldTokens', 'id'), '<', is.tuple(after.heldTokens, after.id)));
};

/** Rows of one statement: a few milliseconds of work, after which other requests have their turn. */
const A_PART = 250;

/**
 * Passes all live contracts of a token, as they was at one moment, to a function, in parts between which others run. Takes one
 * connection for as long.
 *
 * @param begin is called first, with the snapshot, for what else has to be of that moment
 */
export const eachHolding = <Moment>(
  db: IndexerDatabase,
  category: string,
  begin: (snapshot: IndexerDatabase) => Promise<Moment>,
  take: (part: readonly TokenHolding[], moment: Moment) => void,
): Promise<Moment> =>
  readSnapshot(db, async (snapshot) => {
    const moment = await begin(snapshot);
    for (let last: TokenHolding | undefined; ;) {
      const part: TokenHolding[] = await holding(snapshot, category, last, A_PART).select(NEEDED).execute();
      take(part, moment);
      last = part.at(-1);
      if (part.length < A_PART || last === undefined) return moment;
      await letOthersRun();
    }
  });

const CURSOR = /^(\d{1,20})\.(\d{1,15})$/;

/** Lists one page of the live contracts of a token, those that hold most first. @throws InvalidCursorError */
export const listHoldings = async (
  db: IndexerDatabase,
  category: string,
  { limit, cursor }: PageRequest,
): Promise<Page<IndexedContract>> => {
  const [, held, id] = CURSOR.exec(cursor ?? '') ?? [];
  const after = held === undefined || id === undefined ? undefined : { heldTokens: BigInt(held), id: Number(id) };
  if (cursor !== undefined && after === undefined) throw new InvalidCursorError();
  const found = await holding(db, category, after, limit + 1)
    .selectAll()
    .execute();
  const rows = found.slice(0, limit).map(toStoredContract);
  const last = rows.at(-1);
  const isCut = last !== undefined && found.length > limit;
  return { rows, nextCursor: isCut ? `${last.head.heldTokens.toString()}.${last.id}` : null };
};

/** What changes each time the tables do: the count of writes, and the block up to which everything was read. */
export interface TablesVersion {
  readonly version: number;
  readonly servedHeight: number | null;
}

export const versionOfTables = (db: IndexerDatabase): Promise<TablesVersion | undefined> =>
  db.selectFrom('syncState').select(['version', 'servedHeight']).executeTakeFirst();
