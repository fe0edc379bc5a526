import { sql, type Selectable } from 'kysely';
import type { IndexerDatabase } from '../open-indexer-database.js';
import { toStoredContract } from '../sync/contract-columns.js';
import type { StoredContract } from '../sync/sync-records.js';
import type { ContractFamily, ContractsTable, ContractStatus } from '../tables.js';
import { decodeContractCursor, encodeContractCursor } from './contract-cursor.js';

/** Filters combine. */
export interface ContractPageRequest {
  /** At least one. */
  readonly families: readonly ContractFamily[];
  readonly status?: ContractStatus | undefined;
  /** Sender or recipient, locking bytecode as hex. */
  readonly party?: string | undefined;
  /** Category of a plan. */
  readonly plan?: string | undefined;
  /** `BCH`, or a token's category. */
  readonly asset?: string | undefined;
  /** At least 1. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** A contract with its row's columns. */
export type IndexedContract = Omit<StoredContract, 'isAhead'>;

/** A page of contracts. */
export interface ContractPage {
  /** The last funded first. */
  readonly rows: readonly IndexedContract[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** The first rows of one family, which an index holds in this order. */
const firstOf = (
  db: IndexerDatabase,
  family: ContractFamily,
  { status, party, plan, asset, limit, cursor }: ContractPageRequest,
) => {
  let query = db.selectFrom('contracts').selectAll().where('family', '=', family);
  if (status !== undefined) query = query.where('status', '=', status);
  if (party !== undefined) query = query.where((is) => is.or([is('sender', '=', party), is('recipient', '=', party)]));
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
export const listContracts = async (db: IndexerDatabase, request: ContractPageRequest): Promise<ContractPage> => {
  const { families, limit } = request;
  const each = await Promise.all(families.map((family) => firstOf(db, family, request)));
  const found = each
    .flat()
    .sort(isBefore)
    .slice(0, limit + 1);
  const rows = found.slice(0, limit).map(toStoredContract);
  const last = rows.at(-1);
  return {
    rows,
    nextCursor:
      last !== undefined && found.length > limit
        ? encodeContractCursor({ height: last.terms.fundedHeight, id: last.id })
        : null,
  };
};
