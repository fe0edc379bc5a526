import { setTimeout as sleep } from 'node:timers/promises';
import { createNode } from '@weir/devnet';
import { createChainReader, createElectrumPool, createIndexerDatabase, migrateIndexer } from '@weir/infra';
import { startPostgres } from '@weir/testing/postgres';
import { median, percentile, printFigure } from './harness/figures.js';
import { cpuTime, memoryOf } from './harness/processes.js';
import { startService } from './harness/service.js';
import { type ChainStream, openChainStream } from './seed/plans.js';

const count = Number(process.env['BENCH_STREAMS'] ?? 2_000);
const PAYMENTS = 3;
const EVENTS = count * (1 + PAYMENTS);
/** Fifty days of each stream have passed: it can be paid as often. */
const CHANGES = Math.min(200, 40 * count);
/** Streams funded in one block. */
const A_BLOCK = 20;

/**
 * The indexer on a chain with BENCH_STREAMS (2,000) streams, each funded and paid from three times: the time to fill an empty
 * database, with processor time and memory; then the time from the Electrum notification of a change until it is served.
 */
export const measure = async (): Promise<void> => {
  console.log(`Building a chain with ${count.toLocaleString('en')} streams …`);
  const node = createNode();
  const streams: ChainStream[] = [];
  while (streams.length < count) {
    const some: ChainStream[] = [];
    for (let left = Math.min(A_BLOCK, count - streams.length); left > 0; left -= 1)
      some.push(await openChainStream(node, streams.length + some.length + 1));
    node.mine();
    for (let payment = 0; payment < PAYMENTS; payment += 1) {
      for (const stream of some) stream.pay();
      node.mine();
    }
    streams.push(...some);
  }
  node.mine(11);

  const [service, postgres] = await Promise.all([startService({ node }), startPostgres()]);
  const db = createIndexerDatabase({ url: postgres.url });
  await migrateIndexer(db);
  const began = performance.now();
  const indexer = await service.start({ DATABASE_URL: postgres.url }, { app: 'indexer' });
  const events = async (): Promise<number> => {
    const counted = db.selectFrom('events').select(({ fn }) => fn.countAll<number>().as('count'));
    return (await counted.executeTakeFirstOrThrow()).count;
  };
  let memory = 0;
  while ((await events()) < EVENTS) {
    memory = Math.max(memory, await memoryOf(indexer.pid));
    await sleep(100);
  }
  const seconds = (performance.now() - began) / 1_000;
  printFigure('from an empty database, start included', seconds, 's');
  printFigure('events a second', EVENTS / seconds, 'events/s');
  printFigure("the indexer's processor time", (await cpuTime(indexer.pid)) / 1_000, 's');
  printFigure("the indexer's memory, at most", memory, 'MiB');

  // A separate listener, so that the indexer's own handling is part of the measurement.
  const pool = await createElectrumPool({ urls: [service.electrumUrl] });
  const chain = createChainReader(pool);
  const untilServed = async (address: string, txid: string): Promise<void> => {
    for (;;) {
      const response = await fetch(`${indexer.url}/indexer/streams/${address}`);
      const { stream } = (await response.json()) as { readonly stream: { readonly lastTxHash: string } };
      if (stream.lastTxHash === txid) return;
      await sleep(2);
    }
  };
  const latencies: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const stream = streams[(change * 7) % streams.length];
    if (stream === undefined) throw new RangeError('There is no stream');
    const txid = stream.pay();
    const { hash } = node.tip;
    const notified = new Promise<number>((resolve) => {
      const stop = chain.subscribeTip(() => {
        if (node.tip.hash === hash) return;
        stop();
        resolve(performance.now());
      });
    });
    node.mine();
    const from = await notified;
    await untilServed(stream.address, txid);
    latencies.push(performance.now() - from);
  }
  printFigure(`notification until served, ${CHANGES} changes, p50`, median(latencies), 'ms');
  printFigure('the same, p95', percentile(latencies, 95), 'ms', 'at most 1,000');

  await pool.close();
  await indexer.end('SIGTERM');
  await db.destroy();
  await postgres.stop();
  await service.stop();
};
