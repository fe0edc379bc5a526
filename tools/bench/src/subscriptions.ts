import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hexToBin } from '@bitauth/libauth';
import { createNode, DevnetControl, startDevnet } from '@weir/devnet';
import { createChainReader, createElectrumPool } from '@weir/infra';
import { printFigure } from './harness/figures.js';

const contracts = Number(process.env['BENCH_CONTRACTS'] ?? 10_000);
const CHANGED = 500;
const PATIENCE_MS = 120_000;

const scripts = Array.from(
  { length: contracts },
  (_, i) => `aa20${createHash('sha256').update(String(i)).digest('hex')}87`,
);

/**
 * Subscribes to BENCH_CONTRACTS scripts (default 10,000) over one connection to a server with a public server's limits
 * (345 calls per batch, 75,000 subscriptions), and measures the changes reported after the connection was cut.
 */
export const measure = async (): Promise<void> => {
  const node = createNode({ premine: 160 });
  const devnet = await startDevnet({ node });
  const control = await DevnetControl.connect(devnet.url);
  const pool = await createElectrumPool({ urls: [devnet.url], reconnectMs: 100, timeoutMs: 60_000 });
  const chain = createChainReader(pool);

  const until = async (what: string, holds: () => boolean): Promise<number> => {
    const began = performance.now();
    while (!holds()) {
      if (performance.now() - began > PATIENCE_MS) throw new Error(`Waited too long for ${what}`);
      await sleep(5);
    }
    return performance.now() - began;
  };

  const reported = new Map<string, number>();
  const before = process.memoryUsage.rss();
  const trips = pool.roundTrips;
  for (const script of scripts)
    chain.subscribeScript(hexToBin(script), () => reported.set(script, (reported.get(script) ?? 0) + 1));
  const subscribed = await until('all subscriptions', () => reported.size === contracts);
  printFigure(`${contracts.toLocaleString('en')} scripts subscribed`, subscribed, 'ms');
  printFigure('round trips, of at most 345 calls', pool.roundTrips - trips, '');
  printFigure('memory of client and server for it', (process.memoryUsage.rss() - before) / 1e6, 'MB');

  const areReported =
    (from: number): (() => boolean) =>
    () =>
      scripts.slice(from, from + CHANGED).every((script) => reported.get(script) === 2);
  for (const script of scripts.slice(0, CHANGED)) node.fund(script, 1_000n);
  printFigure(
    `${CHANGED} changes while connected, until all are reported`,
    await until('changes', areReported(0)),
    'ms',
  );

  // Changes made during the cut must be reported after it.
  await control.hangUp();
  for (const script of scripts.slice(CHANGED, 2 * CHANGED)) node.fund(script, 1_000n);
  const again = await until('changes over a reconnect', areReported(CHANGED));
  printFigure(`${CHANGED} changes during a cut connection, after it`, again, 'ms', 'all are reported');
  const twice = [...reported.values()].filter((count) => count > 2).length;
  printFigure('reported without a change', twice, 'scripts', 'none');

  await control.close();
  await pool.close();
  await devnet.stop();
  if (twice > 0) process.exitCode = 1;
};
