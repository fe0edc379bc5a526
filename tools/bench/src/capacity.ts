import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { hexToBin } from '@bitauth/libauth';
import { sql } from 'kysely';
import { lockingBytecodeOf, partyAddress } from '@weir/covenants';
import { passTime } from '@weir/devnet';
import { encodeCursor } from '@weir/infra';
import { spread, timed, timedTurns } from './harness/figures.js';
import { memoryOf } from './harness/processes.js';
import { startService } from './harness/service.js';
import { createStreamDriver } from './harness/stream-driver.js';
import { CLAIM_TABLES, FIRST_SEEDED, seedClaims, seedStreams, partyHashOf, streamIdOf } from './seed/streams.js';

/** Requests of each kind. */
const TURNS = 200;
const CREATED = 20;
/** Odd, and larger than any number of streams. */
const STRIDE = 0x9e3779b1;
const TABLES = ['streams', 'plan_fundings', 'stream_counters', ...CLAIM_TABLES];

const print = (what: string, found: string): void =>
  console.log(`${what.padEnd(46)} ${found.padEnd(44)} load ${(loadavg()[0] ?? 0).toFixed(1)}`);
const seconds = async (work: () => unknown): Promise<string> => `${((await timed(work)) / 1_000).toFixed(1)} s`;

/**
 * One database with `--streams` (1,000,000) streams and `--claims` (10,000,000) claims, with fsync and `--shared-buffers` (2GB): disk
 * of each record, an index over all claims, vacuum, and waits of one client that asks for another place each time: lists, the
 * explorer, one stream, search, claims and confirms. `--data` names a folder that keeps the data; without it they are removed.
 */
export const measure = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      streams: { type: 'string', default: '1000000' },
      claims: { type: 'string', default: '10000000' },
      data: { type: 'string' },
      'shared-buffers': { type: 'string', default: '2GB' },
    },
  });
  const [streams, claims] = [Number(values.streams), Number(values.claims)];
  const service = await startService({
    dataDirectory: values.data,
    settings: ['max_wal_size=8GB', `shared_buffers=${values['shared-buffers']}`, 'fsync=on', 'full_page_writes=on'],
  });
  const { db, node } = service;
  if ((await sql`SELECT FROM streams LIMIT 1`.execute(db)).rows.length === 0) {
    print('seeding of the streams', await seconds(() => seedStreams(db, streams)));
    print('seeding of the claims', await seconds(() => seedClaims(db, streams, claims)));
  }
  for (const table of TABLES)
    print(`VACUUM ANALYZE ${table}`, await seconds(() => sql`VACUUM (ANALYZE) ${sql.ref(table)}`.execute(db)));
  const { rows: disk } = await sql<{ name: string; heap: number; whole: number; rows: number }>`
    SELECT relname AS name, pg_relation_size(oid) AS heap, pg_total_relation_size(oid) AS whole, greatest(reltuples, 1)::bigint AS rows
    FROM pg_class WHERE relname = ANY(${TABLES}) ORDER BY whole DESC`.execute(db);
  for (const { name, heap, whole, rows } of disk)
    print(
      `disk of ${name}`,
      `${(whole / 2 ** 30).toFixed(2)} GiB, ${Math.round(whole / rows)} bytes a row (${Math.round(heap / rows)} without indexes)`,
    );
  print(
    'an index over all claims',
    await seconds(() => sql`CREATE INDEX capacity_trial ON stream_claims (claimed_at)`.execute(db)),
  );
  await sql`DROP INDEX capacity_trial`.execute(db);

  const api = await service.start();
  const numberAt = (turn: number): number => 1 + ((Math.imul(turn + 1, STRIDE) >>> 0) % streams);
  const cursorAt = (turn: number): string =>
    encodeCursor({
      createdAt: FIRST_SEEDED + numberAt(turn),
      id: 'ffffffff-ffff-7fff-bfff-ffffffffffff',
    });
  const addressOf = (hash: string): string => partyAddress(lockingBytecodeOf(hexToBin(hash)), 'devnet') ?? '';
  const senderAt = (turn: number): string => addressOf(partyHashOf(numberAt(turn) % 1_000));
  const recipientAt = (turn: number): string => addressOf(partyHashOf(numberAt(turn) % 5_000));
  const pages: Readonly<Record<string, (turn: number) => string>> = {
    'list, 50 rows anywhere': (turn) => `/api/streams?limit=50&cursor=${cursorAt(turn)}`,
    'list of one status': (turn) => `/api/streams?limit=50&status=ACTIVE&cursor=${cursorAt(turn)}`,
    'list of a sender': (turn) => `/api/streams?limit=50&sender=${senderAt(turn)}&cursor=${cursorAt(turn)}`,
    'explorer, 50 rows anywhere': (turn) => `/api/explorer/activity?limit=50&cursor=${cursorAt(turn)}`,
    'portfolio of a recipient': (turn) => `/api/portfolio?addresses=${recipientAt(turn)}`,
    'portfolio of a sender': (turn) => `/api/portfolio?addresses=${senderAt(turn)}`,
    'one stream with its claims': (turn) => `/api/streams/${streamIdOf(numberAt(turn))}`,
    'search of an id': (turn) => `/api/search?q=${streamIdOf(numberAt(turn))}`,
  };
  for (const [name, path] of Object.entries(pages)) {
    const get = async (turn: number): Promise<void> => {
      const response = await fetch(`${api.url}${path(turn)}`);
      const text = await response.text();
      if (!response.ok) throw new Error(`${path(turn)}: ${response.status} ${text}`);
    };
    await timedTurns(TURNS / 10, (turn) => get(TURNS + turn));
    print(name, spread(await timedTurns(TURNS, get)));
  }

  const openStream = createStreamDriver(api.url, service);
  const created = await Promise.all(Array.from({ length: CREATED }, () => openStream()));
  print('confirm of a funding', spread(await timedTurns(CREATED, (turn) => created[turn]?.confirmFunding())));
  passTime(node, 36_000);
  const signed: { readonly txHash: string; readonly amount: number }[] = [];
  print(
    'building a claim and signing it',
    spread(
      await timedTurns(CREATED, async (turn) => {
        const claim = await created[turn]?.signClaim();
        if (claim === undefined) return;
        signed.push(claim);
        node.submit(claim.hex);
      }),
    ),
  );
  print(
    'confirm of a claim',
    spread(
      await timedTurns(CREATED, async (turn) => {
        const claim = signed[turn];
        if (claim !== undefined) await created[turn]?.confirmClaim(claim.txHash, claim.amount);
      }),
    ),
  );
  print('memory of the API', `${await memoryOf(api.pid)} MiB`);
  await service.stop();
};
