/** How a test starts a measurement at its smallest size. */
export interface SmallestRun {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What it prints at its end. */
  readonly prints: RegExp;
  /** Whether it exits with 1 where a goal is missed, as on a busy machine. */
  readonly mayMissGoal?: boolean;
}

/** A module with a measurement. It sets `process.exitCode` to 1 if it misses a goal that it checks. */
interface MeasurementModule {
  /** @param args those of the command, after the name */
  readonly measure: (args: readonly string[]) => unknown;
}

/** A measurement that `npm run bench -- <name>` makes. */
export interface Measurement {
  readonly measures: string;
  readonly goal?: string;
  /** Whether it starts the API as `nx build` made it. */
  readonly isBuilt?: boolean;
  readonly smallest: SmallestRun;
  readonly load: () => Promise<MeasurementModule>;
}

/** Every measurement, by its name. */
export const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  vesting: {
    measures: 'exact vested amounts',
    goal: '1,000,000 evaluations a second',
    smallest: { prints: /goal/ },
    load: () => import('./vested-amount.js'),
  },
  claim: {
    measures: "building a claim of a plan's stream, against cashscript's TransactionBuilder given the finished amounts",
    goal: 'at least its speed',
    smallest: { prints: /goal/ },
    load: () => import('./build-claim.js'),
  },
  merkle: {
    measures:
      'a list of 100,000 parsed rows, against @openzeppelin/merkle-tree with the same hash and root; 1,048,576 rows from CSV text to root; a proof',
    goal: '20 times its speed; 5 s and 600 MB resident; 20 microseconds',
    smallest: { env: { BENCH_ROWS: '1000' }, prints: /goal/ },
    load: () => import('./merkle/merkle.js'),
  },
  plans: {
    measures: 'plans of 1 to 640 streams, from laying out to the index after their block',
    goal: '640 built in 200 ms, verified and confirmed in 2 s',
    smallest: { env: { BENCH_ROUNDS: '1', BENCH_SERVED: '1' }, prints: /640/ },
    load: () => import('./plans.js'),
  },
  verify: {
    measures:
      'transactions to sign, checked by @weir/verify: a funding of 640 streams, and a cancel of as many as one transaction holds, whose contracts are run',
    goal: 'the funding 50 ms, also the first in a process',
    smallest: { env: { BENCH_ROUNDS: '1', BENCH_PROCESSES: '1' }, prints: /640/ },
    load: () => import('./verify/verify.js'),
  },
  doctor: {
    measures:
      'weir doctor over streams of plans (BENCH_PLANS=1563: a million streams), and streams with fundings of their own; the most memory it takes',
    goal: '1,667 streams a second: a million in ten minutes',
    smallest: { env: { BENCH_PLANS: '1', BENCH_STREAMS: '2' }, prints: /streams of plans: .* a second/ },
    load: () => import('./doctor.js'),
  },
  list: {
    measures:
      'GET /api/streams, pages of 50 of 1,000,000 streams: new pages; 1,000 callers among 50 writes a second; one page repeatedly; bare Fastify; deep pages',
    goal: 'new pages 500 requests/s, deep at most 1.5 times the first; callers 1,500 requests/s and 0.3 of the bare route; the same page 0.6 of it',
    isBuilt: true,
    smallest: { env: { BENCH_ROWS: '200', BENCH_CLIENTS: '1', BENCH_SECONDS: '1' }, prints: /requests\/s/ },
    load: () => import('./list-streams.js'),
  },
  explorer: {
    measures: 'GET /api/explorer/activity at 1,000,000 rows, against 10,000',
    goal: 'p99 at most 2 times; deep at most 1.5 times the first',
    isBuilt: true,
    smallest: { env: { BENCH_ROWS: '200', BENCH_ROUNDS: '1' }, prints: /p99/ },
    load: () => import('./explorer.js'),
  },
  burst: {
    measures:
      '900 creations, webhook tests or uploads of one client at once: how long others wait, against as many nonces',
    goal: "others' p99 at most 4 times that of nonces; no 503; /ready stays 200",
    isBuilt: true,
    smallest: { env: { BENCH_BURST: '5', BENCH_OTHERS: '1', BENCH_ROUNDS: '1' }, prints: /others/ },
    load: () => import('./burst/burst.js'),
  },
  console: {
    measures:
      'the explorer in Chromium over 1,000,000 records: first page, the tasks while it opens, a filter, scrolling 10,000 rows',
    goal: 'p95 at most 300 ms; 100 ms; no task of the page over 50 ms of processor time',
    smallest: {
      env: { BENCH_ROWS: '200', BENCH_ROUNDS: '1', BENCH_SCROLL: '50' },
      prints: /longest task, while it opens .* ms[\s\S]*frames while/,
      mayMissGoal: true,
    },
    load: () => import('./console/console.js'),
  },
  events: {
    measures:
      'from a claim in the node to 1,000 clients that follow events on one replica; from the block that ends streams until the relay has the mails to their recipients',
    goal: 'p95 at most 250 ms; 60 s',
    smallest: { env: { BENCH_CLIENTS: '2', BENCH_STREAMS: '1' }, prints: /p95/, mayMissGoal: true },
    load: () => import('./events.js'),
  },
  'indexer-inserts': {
    measures: 'a round of 10,000 contracts and 40,000 events, against rows one at a time',
    goal: '10 times as fast',
    smallest: { env: { BENCH_CONTRACTS: '20' }, prints: /rows\/s/ },
    load: () => import('./indexer-inserts.js'),
  },
  indexer: {
    measures: 'filling an empty index from a chain; from the Electrum notification of a change until it is served',
    goal: 'p95 at most 1 s',
    smallest: { env: { BENCH_STREAMS: '2' }, prints: /p95/ },
    load: () => import('./indexer.js'),
  },
  storm: {
    measures:
      '10,000 claims of a list over 16 lanes, 1,000 wallets at once, by the service and by signing: paid by locks that vest, and at once',
    goal: 'locks 0.8 of its rate',
    isBuilt: true,
    smallest: { env: { BENCH_CLAIMS: '16', BENCH_CLIENTS: '2' }, prints: /claims/ },
    load: () => import('./storm.js'),
  },
  subscriptions: {
    measures: "10,000 scripts over one connection with a public server's limits; changes while it is cut",
    goal: 'none missed',
    smallest: { env: { BENCH_CONTRACTS: '20' }, prints: /reported|missed/ },
    load: () => import('./subscriptions.js'),
  },
  supply: {
    measures: 'the locked supply of a token that 1,000,000 streams hold: one count, and answers while blocks come',
    goal: 'p50 between blocks at most 3 ms',
    smallest: { env: { BENCH_STREAMS: '1000' }, prints: /p50/ },
    load: () => import('./supply.js'),
  },
  watcher: {
    measures: 'the watcher over ACTIVE streams: starts, pushes, refunds',
    smallest: { env: { BENCH_STREAMS: '20', BENCH_CANCELS: '1' }, prints: /refund/ },
    load: () => import('./watcher.js'),
  },
  capacity: {
    measures:
      'one database with --streams and --claims of that number: disk of each record, vacuum, an index, waits of requests',
    smallest: {
      args: ['--streams', '200', '--claims', '200', '--shared-buffers', '64MB'],
      prints: /confirm/,
    },
    load: () => import('./capacity.js'),
  },
  soak: {
    measures: 'the whole service under mixed traffic for a number of --minutes, with checks',
    goal: 'all checks pass',
    smallest: { args: ['--minutes', '0.3'], prints: /good {2}/, mayMissGoal: true },
    load: () => import('./soak/soak.js'),
  },
};
