import { binToHex, hexToBin } from '@bitauth/libauth';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { guardianHash, partyKey } from '@weir/covenants';
import type { ContractFamily, ContractStatus } from '@weir/kinds';
import { InvalidCursorError } from '../../database/sql/database-errors.js';
import type { Page, PageRequest } from '../../database/sql/pages.js';
import type { ContractsTable } from '../generated/tables.js';
import type { IndexerDatabase } from '../open-indexer-database.js';
import { type StoredContract, toStoredContract } from '../sync/sync-records.js';

const CURSOR = /^(\d{1,9})\.(\d{1,15})$/;

/** Reads a cursor: the height and id of the last contract already seen. @throws InvalidCursorError */
const decodeContractCursor = (text: string) => {
  const [, height, id] = CURSOR.exec(text) ?? [];
  if (height === undefined || id === undefined) throw new InvalidCursorError();
  return { height: Number(height), id: Number(id) };
};

/** Filters combine. */
export interface ContractPageRequest extends PageRequest {
  /** At least one. */
  readonly families: readonly ContractFamily[];
  readonly status?: ContractStatus | undefined;
  /** Sender or recipient, of a roster also a signer or the guardian, locking bytecode as hex. */
  readonly party?: string | undefined;
  /** Category of a plan. */
  readonly plan?: string | undefined;
  /** `BCH`, or a token's category. */
  readonly asset?: string | undefined;
}

/** A contract with its row's columns. */
export type IndexedContract = Omit<StoredContract, 'isAhead'>;

/** Whether a party signs for a roster, or may recover it, as its state has them. Word for word the condition of the partial index. */
const isMember = (party: string): RawBuilder<boolean> => {
  const lockingBytecode = hexToBin(party);
  const members = [`g${binToHex(guardianHash(lockingBytecode))}`, `s${partyKey(lockingBytecode) ?? ''}`];
  return sql<boolean>`(family = 'roster' AND roster_members(commitment) && ${members}::text[])`;
};

/** The first rows of one family, which an index holds in this order. */
const firstOf = (
  db: IndexerDatabase,
  family: ContractFamily,
  { status, party, plan, asset, limit, cursor }: ContractPageRequest,
) => {
  let query = db.selectFrom('contracts').selectAll().where('family', '=', family);
  if (status !== undefined) query = query.where('status', '=', status);
  if (party !== undefined)
    query = query.where((is) =>
      is.or([
        is('sender', '=', party),
        is(is.fn.coalesce('movedTo', 'recipient'), '=', party),
        ...(family === 'roster' ? [isMember(party)] : []),
      ]),
    );
  if (plan !== undefined) query = query.where(sql<string>`plan->>'category'`, '=', plan);
  if (asset === 'BCH') query = query.where('tokenCategory', 'is', null);
  else if (asset !== undefined) query = query.where('tokenCategory', '=', asset);
  if (cursor !== undefined) {
    const after = decodeContractCursor(cursor);
    query = query.where((is) => is(is.refTuple('fundedHeight', 'id'), '<', is.tuple(after.height, after.id)));
  }
  return query
    .orderBy('fundedHeight', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
};

const isBefore = (a: Selectable<ContractsTable>, b: Selectable<ContractsTable>): number =>
  b.fundedHeight - a.fundedHeight || (a.id < b.id ? 1 : -1);

/** Lists one page of contracts; costs the same at any depth. @throws InvalidCursorError */
export const listContracts = async (
  db: IndexerDatabase,
  request: ContractPageRequest,
): Promise<Page<IndexedContract>> => {
  const { families, limit } = request;
  const each = await Promise.all(families.map((family) => firstOf(db, family, request)));
  const found = each
    .flat()
    .sort(isBefore)
    .slice(0, limit + 1);
  const rows = found.slice(0, limit).map(toStoredContract);
  const last = rows.at(-1);
  const isCut = last !== undefined && found.length > limit;
  return { rows, nextCursor: isCut ? `${last.terms.fundedHeight}.${last.id}` : null };
};

/** A contract under notice, and the height of the block that began it. */
export interface ContractUnderNotice {
  readonly contract: IndexedContract;
  readonly noticeHeight: number;
  /** Median time past of the block before, Unix seconds: the latest a valid cancel could be dated to, and one more. */
  readonly medianTimeBefore: number;
}

/** The median times past with the blocks of some heights as the tip. */
const medianTimes = async (db: IndexerDatabase, heights: readonly number[]): Promise<ReadonlyMap<number, number>> => {
  if (heights.length === 0) return new Map();
  const { rows } = await sql<{ height: number; median: number }>`
    SELECT given.height, (
      SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY time) FROM blocks WHERE blocks.height BETWEEN given.height - 10 AND given.height
    ) AS median
    FROM unnest(${[...new Set(heights)]}::integer[]) AS given (height)`.execute(db);
  return new Map(rows.map(({ height, median }) => [height, median]));
};

/** Events that begin a notice. */
const BEGINNINGS = ['cancel', 'pause'];

/** Lists contracts whose notice runs, in order of their ids. */
export const contractsUnderNotice = async (
  db: IndexerDatabase,
  after: number,
  limit: number,
): Promise<readonly ContractUnderNotice[]> => {
  const rows = await db
    .selectFrom('contracts')
    .selectAll('contracts')
    .select((builder) =>
      builder
        .selectFrom('events')
        .whereRef('events.contractId', '=', 'contracts.id')
        .where('events.kind', 'in', BEGINNINGS)
        .select('events.height')
        .orderBy('events.sequence', 'desc')
        .limit(1)
        .as('noticeHeight'),
    )
    .where('contracts.state', 'is not', null)
    .where('contracts.status', 'in', ['CANCELLED', 'PAUSED'])
    .where('contracts.id', '>', after)
    .orderBy('contracts.id')
    .limit(limit)
    .execute();
  const begun = rows.map((row) => ({
    contract: toStoredContract(row),
    noticeHeight: row.noticeHeight ?? row.lastHeight,
  }));
  const medians = await medianTimes(
    db,
    begun.map(({ noticeHeight }) => noticeHeight - 1),
  );
  return begun.map((each) => ({ ...each, medianTimeBefore: medians.get(each.noticeHeight - 1) ?? 0 }));
};
