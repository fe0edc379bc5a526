import type { IndexerDatabase } from '../open-indexer-database.js';
import { toStoredContract } from '../sync/contract-columns.js';
import type { StoredContract } from '../sync/sync-records.js';
import type { ContractFamily, ContractStatus } from '../tables.js';
import { decodeContractCursor, encodeContractCursor } from './contract-cursor.js';

/** Filters combine. */
export interface ContractPageRequest {
  readonly family: ContractFamily;
  readonly status?: ContractStatus | undefined;
  /** Sender or recipient, hash160 as hex. */
  readonly partyHash?: string | undefined;
  /** `BCH`, or a token's category. */
  readonly asset?: string | undefined;
  /** At least 1. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** A contract as its row has it. */
export type IndexedContract = Omit<StoredContract, 'isAhead'>;

export interface ContractPage {
  /** The last funded first. */
  readonly rows: readonly IndexedContract[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** One page of contracts; costs the same at any depth. @throws InvalidCursorError */
export const listContracts = async (db: IndexerDatabase, { family, status, partyHash, asset, limit, cursor }: ContractPageRequest): Promise<ContractPage> => {
  let query = db.selectFrom('contracts').selectAll().where('family', '=', family);
  if (status !== undefined) query = query.where('status', '=', status);
  if (partyHash !== undefined) query = query.where((is) => is.or([is('sender_hash', '=', partyHash), is('recipient_hash', '=', partyHash)]));
  if (asset === 'BCH') query = query.where('token_category', 'is', null);
  else if (asset !== undefined) query = query.where('token_category', '=', asset);
  if (cursor !== undefined) {
    const after = decodeContractCursor(cursor);
    query = query.where((is) => is(is.refTuple('funded_height', 'id'), '<', is.tuple(after.height, after.id)));
  }
  const found = await query.orderBy('funded_height', 'desc').orderBy('id', 'desc').limit(limit + 1).execute();
  const rows = found.slice(0, limit).map(toStoredContract);
  const last = rows.at(-1);
  return { rows, nextCursor: last !== undefined && found.length > limit ? encodeContractCursor({ height: last.terms.fundedHeight, id: last.id }) : null };
};
