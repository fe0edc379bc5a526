import { loadConfig, startApi } from '@weir/api';
import { startDevnet } from '@weir/devnet';
import { createDatabase, encodeCursor, migrateToLatest } from '@weir/infra';
import { createTestDatabase } from '@weir/postgres';
import { percentile } from './support/percentile.js';
import { newestSeeded, seedExplorer } from './support/seed-explorer.js';

/**
 * `GET /api/explorer/activity`, pages of 50, over all four products in real Postgres: the same pages at 10,000 rows and
 * at BENCH_ROWS (default 1,000,000), queried alternately, so that other load on the machine affects both alike. Every
 * page is read from the database; cached answers are not measured here.
 */
const SMALL = 10_000;
const big = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 300);
/** Queries per combination of filters. */
const FILTER_ROUNDS = 20;
const WARM_UP = 20;

interface Service {
  /** Sends a query. @param once makes the query unique, so that no answer comes from the cache */
  readonly ask: (query: string, once: string) => Promise<number>;
  /** Returns a cursor at a relative depth: 0 the first page, 1 the end. */
  readonly cursorAt: (depth: number) => string;
  stop(): Promise<void>;
}

const devnet = await startDevnet();

/** Starts an API over a database of this many rows. */
const start = async (rows: number): Promise<Service> => {
  const { url, drop } = await createTestDatabase();
  const database = createDatabase({ url, statementTimeoutMs: 0 });
  await migrateToLatest(database);
  console.log(`Seeding ${rows.toLocaleString('en')} rows …`);
  await seedExplorer(database, rows);
  await database.destroy();
  const api = await startApi(
    loadConfig({
      DATABASE_URL: url,
      BCH_NETWORK: 'devnet',
      ELECTRUM_URLS: devnet.url,
      PORT: '0',
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_MAX: '0',
      WATCHER: 'off',
    }),
  );
  return {
    async ask(query, once) {
      const begin = performance.now();
      const response = await fetch(`${api.url}/api/explorer/activity?${query}&once=${once}`);
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${query}: ${response.status} ${text}`);
      return performance.now() - begin;
    },
    cursorAt: (depth) =>
      encodeCursor({
        createdAt: BigInt(Math.floor(newestSeeded(rows) - (newestSeeded(rows) - newestSeeded(0)) * depth)),
        id: 'ffffffff-ffff-7fff-bfff-ffffffffffff',
      }),
    async stop() {
      await api.stop();
      await drop();
    },
  };
};

const services = { small: await start(SMALL), big: await start(big) };
type Query = (service: Service) => string;

const TYPES = ['vesting', 'payments', 'airdrops', 'treasuries'];
const TOKENS = ['BCH', 'FUNGIBLE_TOKEN'];
const STATUSES = ['ACTIVE', 'PENDING', 'COMPLETED', 'CANCELLED'];
const FIRST = 'first page';
const DEEP = 'nine tenths down';
const queries = new Map<string, Query>([
  [FIRST, () => ''],
  ...TYPES.map((type): [string, Query] => [`type=${type}`, () => `type=${type}`]),
  ...TOKENS.map((token): [string, Query] => [`token=${token}`, () => `token=${token}`]),
  ...STATUSES.map((status): [string, Query] => [`status=${status}`, () => `status=${status}`]),
  ['token=FUNGIBLE_TOKEN&status=CANCELLED', () => 'token=FUNGIBLE_TOKEN&status=CANCELLED'],
  ['200 rows', () => 'limit=200'],
  [DEEP, (service) => `cursor=${service.cursorAt(0.9)}`],
  ['token=BCH, nine tenths down', (service) => `token=BCH&cursor=${service.cursorAt(0.9)}`],
]);

/** Sends all queries alternately to both services. @returns milliseconds by query */
const measure = async (
  asked: ReadonlyMap<string, Query>,
  rounds: number,
): Promise<Map<string, { readonly small: number[]; readonly big: number[] }>> => {
  const times = new Map([...asked.keys()].map((name) => [name, { small: [] as number[], big: [] as number[] }]));
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const [name, query] of asked) {
      for (const size of ['small', 'big'] as const) {
        const time = await services[size].ask(query(services[size]), `${rounds}.${round}`);
        if (round >= 0) times.get(name)?.[size].push(time);
      }
    }
  }
  return times;
};

const ms = (value: number): string => value.toFixed(1).padStart(7);
const show = (
  name: string,
  { small, big: many }: { readonly small: readonly number[]; readonly big: readonly number[] },
): void => {
  const ratio = percentile(many, 99) / percentile(small, 99);
  console.log(
    `${name.padEnd(38)} ${ms(percentile(small, 50))} ${ms(percentile(small, 99))} ${ms(percentile(many, 50))} ${ms(percentile(many, 99))}   ${ratio.toFixed(2)}`,
  );
};

console.log(
  `\n${' '.repeat(38)}   ${SMALL.toLocaleString('en')} rows    ${big.toLocaleString('en')} rows   ratio of p99`,
);
console.log(`${' '.repeat(38)}     p50     p99     p50     p99   (goal at most 2)`);
const times = await measure(queries, ROUNDS);
for (const [name, each] of times) show(name, each);

const combined = [undefined, ...TYPES].flatMap((type) =>
  [undefined, ...TOKENS].flatMap((token) =>
    [undefined, ...STATUSES].map((status) =>
      Object.entries({ type, token, status })
        .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
        .join('&'),
    ),
  ),
);
const filtered = await measure(new Map(combined.map((query) => [query, () => query])), FILTER_ROUNDS);
const all = [...filtered.values()];
show(`all ${combined.length} combinations of filters`, {
  small: all.flatMap(({ small }) => small),
  big: all.flatMap((each) => each.big),
});
const [slowest] = [...filtered].sort(([, a], [, b]) => percentile(b.big, 50) - percentile(a.big, 50));
if (slowest !== undefined) show(`slowest: ${slowest[0]}`, slowest[1]);

const atBig = (name: string, p: number): number => percentile(times.get(name)?.big ?? [], p);
console.log(
  `\ndeep page / first page at ${big.toLocaleString('en')} rows: p50 ${(atBig(DEEP, 50) / atBig(FIRST, 50)).toFixed(2)}, p99 ${(atBig(DEEP, 99) / atBig(FIRST, 99)).toFixed(2)}  (goal at most 1.5)`,
);

await services.small.stop();
await services.big.stop();
await devnet.stop();
