import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fromSources } from './harness/child-program.js';
import { figure } from './harness/figures.js';
import { createPlanDriver } from './harness/plan-driver.js';
import { cpuTime, peakMemoryOf } from './harness/processes.js';
import { startService } from './harness/service.js';
import { createStreamDriver } from './harness/stream-driver.js';

const PLAN = 640;
const COIN = 100_000_000n;
/** Plans whose fundings are mined together, and how many of them are built or confirmed at the same time. */
const [TOGETHER, AT_ONCE] = [32, 4];
/** Blocks from which a funding is final: confirmed after them, a record is complete, and no watcher has to note its block. */
const FINAL = 11;
const SAMPLE_MS = 100;
const plans = Number(process.env['BENCH_PLANS'] ?? 5);
const singles = Number(process.env['BENCH_STREAMS'] ?? 300);

interface Report {
  readonly examined: { readonly streams: number };
  readonly findings: readonly { readonly fault: string }[];
  readonly seconds: number;
}

/**
 * `weir doctor` over streams on a chain: plans of 640 streams (BENCH_PLANS, 5; 1,563 are a million streams), then streams with a funding
 * of their own (BENCH_STREAMS, 300). Each in streams a second, with the node and Postgres on the same machine, and the most memory that
 * the doctor took. All are created and confirmed through the API and signed by their senders' wallets.
 */
export const measure = async (): Promise<void> => {
  const service = await startService();
  const { node, electrumUrl, postgres } = service;
  const api = await service.start();

  /** Runs the doctor as operators do, in a process of its own. */
  const examine = async () => {
    const settings = {
      DATABASE_URL: postgres.url,
      BCH_NETWORK: 'devnet',
      ELECTRUM_URLS: electrumUrl,
      NODE_ENV: 'test',
    };
    const child = spawn(process.execPath, [...fromSources('apps/api/src/doctor/doctor.main.ts'), '--json'], {
      env: { PATH: process.env['PATH'], ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let [memory, cpu] = [0, 0];
    const sampling = setInterval(() => {
      const { pid = 0 } = child;
      void peakMemoryOf(pid).then((mebibytes) => (memory = Math.max(memory, mebibytes)));
      void cpuTime(pid).then((ms) => (cpu = Math.max(cpu, ms)));
    }, SAMPLE_MS);
    const printed = await text(child.stdout);
    clearInterval(sampling);
    if (printed === '') throw new Error('The doctor found out nothing');
    return { report: JSON.parse(printed) as Report, memory, cpu };
  };

  const measureAll = async (what: string): Promise<void> => {
    const { report, memory, cpu } = await examine();
    const { examined, findings, seconds } = report;
    if (findings.length > 0) throw new Error(`${findings.length} faults, such as ${JSON.stringify(findings[0])}`);
    const { streams } = examined;
    console.log(
      `${what}: ${figure(streams)} in ${figure(seconds)} s, ${figure(streams / seconds)} a second; ` +
        `${(cpu / streams).toFixed(2)} ms of the doctor's processor time each; at most ${figure(memory)} MiB`,
    );
  };

  /** Runs work on some records at a time, mines what it sent, then has all of it confirmed. */
  const fill = async (count: number, open: () => Promise<{ confirmFunding(): Promise<unknown> }>): Promise<void> => {
    for (let made = 0; made < count; made += TOGETHER) {
      const size = Math.min(TOGETHER, count - made);
      const opened: Awaited<ReturnType<typeof open>>[] = [];
      const inTurns = (turn: () => Promise<unknown>) =>
        Promise.all(
          Array.from({ length: AT_ONCE }, async (_, first) => {
            for (let index = first; index < size; index += AT_ONCE) await turn();
          }),
        );
      await inTurns(async () => opened.push(await open()));
      node.mine(FINAL);
      await inTurns(async () => opened.pop()?.confirmFunding());
    }
  };

  const since = performance.now();
  const createPlan = createPlanDriver(api.url, node);
  await fill(plans, () => createPlan(PLAN, service.openWallet(COIN, COIN)));
  const filled = (performance.now() - since) / 1_000;
  console.log(
    `filled: ${figure(plans * PLAN)} streams in ${figure(filled)} s, ${figure((plans * PLAN) / filled)} a second`,
  );
  await measureAll('streams of plans');

  await fill(singles, createStreamDriver(api.url, service));
  await measureAll('with streams of their own fundings');
  await service.stop();
};
