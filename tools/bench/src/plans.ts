import { setTimeout as sleep } from 'node:timers/promises';
import { assertSuccess, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import { findPlanFunding, partyAddress } from '@weir/covenants';
import { createIndexerDatabase, migrateIndexer } from '@weir/infra';
import { startPostgres } from '@weir/testing/postgres';
import { median, printComparison, printFigure, timed, timedTurns } from './harness/figures.js';
import { createPlanDriver } from './harness/plan-driver.js';
import { startService } from './harness/service.js';
import { buildLargePlan, FOUR_YEARS, largePlan, party } from './seed/large-plans.js';

const SIZES = [1, 10, 100, 640] as const;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 9);
const served = Number(process.env['BENCH_SERVED'] ?? 3);

const measureBuilding = async (streams: number) => {
  const draft = largePlan(streams);
  const { wcTransaction, size, fee } = buildLargePlan(draft);
  const { transaction: encoded } = wcTransaction;
  const transaction = typeof encoded === 'string' ? assertSuccess(decodeTransactionCommon(hexToBin(encoded))) : encoded;
  const verify = (): void => {
    const found = findPlanFunding('mainnet', '22'.repeat(32), transaction);
    if (!found.ok || found.plan.streams.length !== streams) throw new Error(`Not all ${streams} streams were found`);
  };
  return {
    streams,
    bytes: size,
    'bytes a stream': Math.round(size / streams),
    'fee, satoshis': Number(fee),
    build: median(await timedTurns(rounds, () => buildLargePlan(draft))),
    verify: median(await timedTurns(rounds, verify)),
  };
};

/**
 * Plans of 1, 10, 100 and 640 streams in BCH over four years, to as many recipients: bytes and fee of the funding, and milliseconds
 * (median of BENCH_ROUNDS, 9) to lay out the list and build the transaction, and to find the plan in it with every stream and
 * recipient. Then through the API and the indexer, with real databases and a chain: the confirm until all streams are ACTIVE, and the
 * time after its block until the indexer has them (median of BENCH_SERVED, 3). At last a list of 10,000 locks with 256 schedules is
 * created: how long that takes, and how long other requests wait meanwhile.
 */
export const measure = async (): Promise<void> => {
  const [service, postgres] = await Promise.all([startService(), startPostgres()]);
  const { node } = service;
  const db = createIndexerDatabase({ url: postgres.url });
  await migrateIndexer(db);
  const api = await service.start();
  await service.start({ DATABASE_URL: postgres.url }, { app: 'indexer' });
  /** More than a plan of 640 streams costs. A fresh node cannot fund many coins of 50 BCH. */
  const COIN = 200_000_000n;
  const sender = service.openWallet(...SIZES.flatMap(() => Array.from({ length: 2 * served + 2 }, () => COIN)));

  const createPlan = createPlanDriver(api.url, node);
  const indexed = async (): Promise<number> => {
    const counted = db.selectFrom('contracts').select(({ fn }) => fn.countAll<number>().as('count'));
    return (await counted.executeTakeFirstOrThrow()).count;
  };

  /** Creates a plan, signs its funding, confirms and mines it. @returns milliseconds of the confirm, and of the index from the block on */
  const open = async (streams: number): Promise<readonly [confirm: number, index: number]> => {
    const plan = await createPlan(streams, sender);
    const confirm = await timed(async () => {
      const statuses = await plan.confirmFunding();
      if (statuses['ACTIVE'] !== streams) throw new Error('Not all streams are active');
    });
    const all = (await indexed()) + streams;
    node.mine();
    const index = await timed(async () => {
      while ((await indexed()) < all) await sleep(5);
    });
    return [confirm, index];
  };

  // The first plan of a process includes all compilation.
  await open(1);
  const figures = [];
  for (const streams of SIZES) {
    const times: (readonly [number, number])[] = [];
    for (let round = 0; round < served; round += 1) times.push(await open(streams));
    figures.push({
      ...(await measureBuilding(streams)),
      confirm: median(times.map(([confirm]) => confirm)),
      index: median(times.map(([, index]) => index)),
    });
  }
  console.table(
    figures.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, Number.isInteger(value) ? value : value.toFixed(1)]),
      ),
    ),
  );
  const [one, , , most] = figures;
  if (one !== undefined && most !== undefined) {
    const sides = (step: 'build' | 'verify' | 'confirm') =>
      [
        { name: '640 streams', value: most[step] },
        { name: '1 stream', value: one[step] },
      ] as const;
    printComparison('build', 'ms', sides('build'), '640 within 200 ms');
    printComparison('verify', 'ms', sides('verify'), 'verify and confirm of 640 within 2,000 ms');
    printComparison('confirm', 'ms', sides('confirm'), 'verify and confirm of 640 within 2,000 ms');
  }

  const LOCKS = 10_000;
  const SCHEDULES = 256;
  const lockList = (): string => {
    const end = node.tip.medianTimePast + FOUR_YEARS;
    const rows = Array.from(
      { length: LOCKS },
      (_, i) => `${partyAddress(party(i + 1), 'devnet') ?? ''},0.001,${end + (i % SCHEDULES)}`,
    );
    return ['address,amount,end', ...rows].join('\n');
  };
  const body = JSON.stringify({ product: 'lock', start: node.tip.medianTimePast, csv: lockList() });
  const waits: number[] = [];
  const creation = new AbortController();
  const created = timed(async () => {
    const headers = { 'content-type': 'application/json', 'x-user-address': sender.address };
    const response = await fetch(`${api.url}/api/plans`, { method: 'POST', headers, body });
    creation.abort();
    if (!response.ok) throw new Error(await response.text());
  });
  while (!creation.signal.aborted) waits.push(await timed(() => fetch(`${api.url}/api/info`)));
  printFigure(`${LOCKS.toLocaleString('en')} locks, ${SCHEDULES} schedules: creation`, await created, 'ms');
  printFigure('  longest wait of another request', Math.max(...waits), 'ms', 'at most 250 ms');

  await service.stop();
  await db.destroy();
  await postgres.stop();
};
