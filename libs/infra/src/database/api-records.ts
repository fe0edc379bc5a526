import { sql } from 'kysely';
import type { AirdropStatus } from '@weir/api-contract/words';
import type { Database } from './create-database.js';
import type { StreamProduct, StreamStatus } from './streams/stream-tables.js';

/** A contract whose record another service asks for. */
interface ContractQuestion {
  /** Electrum's hash of its script. */
  readonly scriptHash: string;
  readonly contractAddress: string;
  /** Locking bytecode of its sender, hex. */
  readonly sender: string;
  /** Of a stream, whose siblings share the script; null of a campaign. */
  readonly plan: { readonly index: number } | null;
}

/** Returns the key of a contract's record: its script, of streams with the index. */
export const recordKey = ({ scriptHash, plan }: Pick<ContractQuestion, 'scriptHash' | 'plan'>): string =>
  plan === null ? scriptHash : `${scriptHash}/${plan.index}`;

/** What the API has recorded of a contract. */
export interface ApiRecord {
  readonly product: StreamProduct | 'airdrop';
  readonly status: StreamStatus | AirdropStatus;
  /** The funding it has confirmed; null before. */
  readonly fundingTxHash: string | null;
  /** Paid to recipients, base units. */
  readonly releasedAmount: bigint;
  /** Recorded transactions, the funding among them. */
  readonly steps: number;
  /** The last of them; null of campaigns, whose lanes have each a last one. */
  readonly lastTxHash: string | null;
}

/** Creators of campaigns are keys: the hash in what locks to one. */
const KEY_HASH = /^76a914([0-9a-f]{40})88ac$/;

type Row = ApiRecord & { readonly scriptHash: string; readonly planIndex: number | null };

const findStreams = async (db: Database, contracts: readonly ContractQuestion[]): Promise<readonly Row[]> => {
  const hashes = contracts.map(({ scriptHash }) => scriptHash);
  const indexes = contracts.map(({ plan }) => plan?.index ?? null);
  const { rows } = await sql<Row>`
    SELECT streams.script_hash AS "scriptHash", streams.plan_index AS "planIndex", streams.product, streams.status, streams.funding_tx_hash AS "fundingTxHash",
      streams.withdrawn_amount AS "releasedAmount", coalesce(last.sequence, 0) AS steps, last.tx_hash AS "lastTxHash"
    FROM unnest(${hashes}::text[], ${indexes}::integer[]) AS asked (script_hash, plan_index)
    JOIN streams ON streams.script_hash = asked.script_hash AND streams.plan_index = asked.plan_index
    LEFT JOIN LATERAL (
      SELECT sequence, tx_hash FROM transitions
      WHERE resource_type = 'stream' AND resource_id = streams.id ORDER BY sequence DESC LIMIT 1
    ) AS last ON true`.execute(db);
  return rows;
};

/** Finds campaigns by their creators, for which there is an index. */
const findAirdrops = async (db: Database, contracts: readonly ContractQuestion[]): Promise<readonly Row[]> => {
  const scripts = new Map(contracts.map(({ contractAddress, scriptHash }) => [contractAddress, scriptHash]));
  const creators = [...new Set(contracts.flatMap(({ sender }) => KEY_HASH.exec(sender)?.[1] ?? []))];
  const { rows } = await sql<Omit<Row, 'scriptHash' | 'planIndex'> & { readonly contractAddress: string }>`
    SELECT campaigns.contract_address AS "contractAddress", 'airdrop' AS product, campaigns.status, campaigns.funding_tx_hash AS "fundingTxHash",
      coalesce(lanes.claimed, 0) AS "releasedAmount", coalesce(lanes.steps, 0)::integer AS steps, NULL AS "lastTxHash"
    FROM airdrop_campaigns AS campaigns LEFT JOIN LATERAL (
      SELECT sum(claimed_amount) AS claimed, 1 + sum(head) AS steps FROM airdrop_lanes WHERE campaign_id = campaigns.id
    ) AS lanes ON true
    WHERE campaigns.creator_hash = ANY(${creators}::text[]) AND campaigns.contract_address = ANY(${[...scripts.keys()]}::text[])`.execute(
    db,
  );
  return rows.flatMap(({ contractAddress, ...record }) => {
    const scriptHash = scripts.get(contractAddress);
    return scriptHash === undefined ? [] : [{ ...record, scriptHash, planIndex: null }];
  });
};

/** Makes the reader. It only reads: any database role that may read the tables will do. */
export const createApiRecordsReader = (db: Database) => ({
  /** Records by the key of their contracts ({@link recordKey}); contracts without a record are missing. */
  async find(contracts: readonly ContractQuestion[]): Promise<ReadonlyMap<string, ApiRecord>> {
    if (contracts.length === 0) return new Map();
    const rows = (await Promise.all([findStreams(db, contracts), findAirdrops(db, contracts)])).flat();
    return new Map(
      rows.map(({ scriptHash, planIndex, ...record }) => [
        recordKey({ scriptHash, plan: planIndex === null ? null : { index: planIndex } }),
        record,
      ]),
    );
  },
});

/** Read access to the API's records for another service. */
export type ApiRecordsReader = ReturnType<typeof createApiRecordsReader>;
