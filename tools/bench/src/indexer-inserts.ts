import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import {
  type ContractChange,
  type ContractEvent,
  createIndexerDatabase,
  createSyncRepository,
  migrateIndexer,
  type Round,
} from '@weir/infra';
import { startPostgres } from '@weir/testing/postgres';
import { median, printComparison, timed } from './harness/figures.js';

const START = 1_750_000_000;
const TOTAL = 100_000_000n;
/** Bytes of an announcement of a vesting stream. */
const ANNOUNCEMENT = 112;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const commitmentAfter = (sequence: number): string => `01000${sequence % 10}78000000000038c2706a00`;

const eventOf = (contract: number, sequence: number, height: number): ContractEvent => {
  const txid = hash(`${contract} ${sequence}`);
  const commitment = commitmentAfter(sequence);
  const held = TOTAL - BigInt(sequence - 1) * 1_000_000n;
  return {
    sequence,
    kind: sequence === 1 ? 'fund' : 'claim',
    status: 'ACTIVE',
    releasedAmount: TOTAL - held,
    commitment,
    state: {
      category: hash(`category ${contract}`),
      lanes: [
        { txid, vout: sequence === 1 ? 1 : 0, satoshis: held.toString(), commitment, companion: null, clock: null },
      ],
    },
    stateScriptHash: null,
    movedTo: null,
    heldSatoshis: held,
    heldTokens: 0n,
    txid,
    height,
    time: START + height * 600,
    locktime: START + height * 600 - 3_600,
    paidToRecipient: sequence === 1 ? 0n : 1_000_000n,
    paidToSender: 0n,
    satoshisChange: sequence === 1 ? TOTAL : -1_000_000n,
    tokensChange: 0n,
    details: null,
  };
};

const contractOf = (number: number, events: readonly ContractEvent[]): ContractChange => {
  const [funding] = events;
  const head = events.at(-1);
  if (funding === undefined || head === undefined) throw new RangeError('A contract has events');
  const locking = hash(`contract ${number}`);
  const terms = {
    txid: funding.txid,
    vout: 1,
    product: 'VESTING_BCH',
    family: 'stream',
    contractAddress: `bchtest:p${locking}`,
    lockingBytecode: `aa20${locking}87`,
    scriptHash: hash(`script ${number}`),
    announcement: `6a0457454952${hash(`announcement ${number}`)
      .repeat(4)
      .slice(0, 2 * ANNOUNCEMENT)}`,
    sender: `76a914${hash(`sender ${number % 1_000}`).slice(0, 40)}88ac`,
    recipient: `76a914${hash(`recipient ${number % 5_000}`).slice(0, 40)}88ac`,
    plan: null,
    tokenCategory: null,
    totalAmount: TOTAL,
    fundedHeight: funding.height,
    fundedTime: funding.time,
  } as const;
  return { id: null, terms, events, head };
};

/** Returns the first round over a chain with many contracts: each funded, then claimed from. */
const indexerRound = (contracts: number, eventsEach: number): Round => {
  const height = (contract: number, sequence: number): number => Math.floor(contract / 20) + sequence * 10;
  const changes = Array.from({ length: contracts }, (_, i) =>
    contractOf(
      i,
      Array.from({ length: eventsEach }, (__, sequence) => eventOf(i, sequence + 1, height(i, sequence))),
    ),
  );
  const blocks = height(contracts - 1, eventsEach) + 1;
  return {
    version: 0,
    forkHeight: -1,
    blocks: Array.from({ length: blocks }, (_, i) => ({ height: i, hash: hash(`block ${i}`), time: START + i * 600 })),
    announcements: changes.map(({ terms: { txid, product, contractAddress, fundedHeight } }) => ({
      txid,
      vout: 0,
      scriptHash: hash('beacon'),
      height: fundedHeight,
      verdict: 'ACCEPTED',
      product,
      contractAddress,
      problem: null,
    })),
    changes,
    readings: changes.map(({ terms: { scriptHash } }) => ({ scriptHash, status: hash(`status ${scriptHash}`) })),
    dropped: [],
    reorg: null,
  };
};

const contracts = Number(process.env['BENCH_CONTRACTS'] ?? 10_000);
const EVENTS = 4;
const TURNS = 3;
const ROUND_TABLES = ['blocks', 'announcements', 'contracts', 'events', 'scripts'];
/** Sums that a round maintains. */
const SUM_TABLES = ['daily_balances', 'daily_activity', 'balances', 'verdict_counts', 'sync_state'];

/** A round of BENCH_CONTRACTS (10,000) contracts, written as the indexer writes it, against the same rows inserted one at a time. */
export const measure = async (): Promise<void> => {
  const postgres = await startPostgres();
  const db = createIndexerDatabase({ url: postgres.url, statementTimeoutMs: 600_000 });
  await migrateIndexer(db);
  const sync = createSyncRepository(db);
  const round = indexerRound(contracts, EVENTS);

  /** Inserts rows as the last round left them, one by one in one transaction, so that none waits for a disk. */
  const insertOneByOne = (left: readonly (readonly [string, readonly object[]])[]): Promise<void> =>
    db.transaction().execute(async (trx) => {
      for (const [table, all] of left)
        for (const row of all) {
          const values = Object.values(row).map((value: unknown) =>
            typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
          );
          const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
          await sql`INSERT INTO ${sql.table(table)} (${columns}) OVERRIDING SYSTEM VALUE VALUES (${sql.join(values)})`.execute(
            trx,
          );
        }
    });

  const timeOf = async (write: () => Promise<void>): Promise<number> => {
    await sql`TRUNCATE ${sql.join([...ROUND_TABLES, ...SUM_TABLES].map((table) => sql.table(table)))}`.execute(db);
    await sync.begin('devnet', 0);
    return timed(write);
  };

  // Partitions are created once per month of events, not once per round.
  await timeOf(() => sync.commit(round));
  const left = await Promise.all(
    ROUND_TABLES.map(
      async (table) => [table, (await sql<object>`SELECT * FROM ${sql.table(table)}`.execute(db)).rows] as const,
    ),
  );
  const rows = left.reduce((sum, [, all]) => sum + all.length, 0);
  const [bulk, single]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    bulk.push(await timeOf(() => sync.commit(round)));
    single.push(await timeOf(() => insertOneByOne(left)));
  }
  const side = (name: string, times: readonly number[]) => ({ name, value: (rows * 1_000) / median(times) });
  printComparison(
    `${rows.toLocaleString('en')} rows of ${contracts.toLocaleString('en')} contracts`,
    'rows/s',
    [side('a round, sums included', bulk), side('row at a time, no sums', single)],
    'at least 10',
  );

  await db.destroy();
  await postgres.stop();
};
