import { encodeCursor } from '@weir/infra';
import { ACTIVITY_STATUSES, TOKEN_TYPES } from '@weir/kinds';
import { median, percentile, printComparison, timed } from './harness/figures.js';
import { startService } from './harness/service.js';
import { newestSeeded, seedExplorer } from './seed/explorer.js';

const SMALL = 10_000;
const large = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 300);
const WARM_UP = 20;
const ANY_ID = 'ffffffff-ffff-7fff-bfff-ffffffffffff';

const start = async (rows: number) => {
  const service = await startService({ settings: ['shared_buffers=1GB'] });
  console.log(`Seeding ${rows.toLocaleString('en')} rows …`);
  await seedExplorer(service.db, rows);
  const { url } = await service.start({}, { isBuilt: true });
  const [oldest, newest] = [newestSeeded(0), newestSeeded(rows)];
  const deep = encodeCursor({ createdAt: Math.floor(newest - (newest - oldest) * 0.9), id: ANY_ID });
  return {
    /** @param once makes the query unique, so that no answer comes from the cache */
    async ask(query: string, once: string): Promise<void> {
      const response = await fetch(
        `${url}/api/explorer/activity?${query.replace('DEEP', `cursor=${deep}`)}&once=${once}`,
      );
      const text = await response.text();
      if (!response.ok) throw new Error(`${query}: ${response.status} ${text}`);
    },
    stop: () => service.stop(),
  };
};

const [FIRST, DEEP] = ['', 'DEEP'];
const queries = [
  FIRST,
  ...['vesting', 'payments', 'airdrops', 'treasuries', 'currency-payments', 'purses'].map((type) => `type=${type}`),
  ...TOKEN_TYPES.map((token) => `token=${token}`),
  ...ACTIVITY_STATUSES.map((status) => `status=${status}`),
  // Rare, and only among the oldest.
  'token=FUNGIBLE_TOKEN&status=CANCELLED',
  'limit=200',
  // As the console asks first.
  'status=FUNDED&group=plans',
  'sort=oldest',
  'sort=largest&token=BCH',
  'from=1700000000&to=1700000100',
  // A word of every campaign, and one of a single one.
  'q=campaign',
  'q=campaign%207999',
  DEEP,
];

/**
 * `GET /api/explorer/activity`, pages of 50 with statistics over all products in real Postgres: the same pages at 10,000 rows and at
 * BENCH_ROWS (1,000,000), requested in turns, BENCH_ROUNDS (300) times, so that other load on the machine affects both alike. Every
 * page is read from the database; cached answers are not measured here.
 */
export const measure = async (): Promise<void> => {
  const services = { small: await start(SMALL), large: await start(large) };
  const times = new Map(queries.map((query) => [query, { small: [] as number[], large: [] as number[] }]));
  for (let round = -WARM_UP; round < rounds; round += 1)
    for (const [query, taken] of times)
      for (const size of ['small', 'large'] as const) {
        const time = await timed(() => services[size].ask(query, String(round)));
        if (round >= 0) taken[size].push(time);
      }

  const nameOf = (query: string): string =>
    query === FIRST ? 'first page' : query === DEEP ? 'nine tenths down' : query;
  const count = (rows: number): string => `${rows.toLocaleString('en')} rows`;
  for (const [query, taken] of times)
    printComparison(
      `${nameOf(query)}, p99 (p50 ${median(taken.small).toFixed(1)} and ${median(taken.large).toFixed(1)} ms)`,
      'ms',
      [
        { name: count(large), value: percentile(taken.large, 99) },
        { name: count(SMALL), value: percentile(taken.small, 99) },
      ],
      'at most 2',
    );
  const at = (query: string) => ({ name: nameOf(query), value: median(times.get(query)?.large ?? []) });
  printComparison(`deep / first page at ${count(large)}, p50`, 'ms', [at(DEEP), at(FIRST)], 'at most 1.5');

  await services.small.stop();
  await services.large.stop();
};
