import { doctorCommand } from '@weir/api';
import { createPlanDriver } from './harness/plan-driver.js';
import { startService } from './harness/service.js';
import { createStreamDriver } from './harness/stream-driver.js';

/**
 * `weir doctor` over streams on a chain: plans of 640 streams (BENCH_PLANS, 5; 32 are 20,480 streams), then streams with a funding of
 * their own (BENCH_STREAMS, 300). Each in streams a second, of this process, the node and Postgres on one machine.
 */
const PLAN = 640;
const plans = Number(process.env['BENCH_PLANS'] ?? 5);
const singles = Number(process.env['BENCH_STREAMS'] ?? 300);

const service = await startService();
const { node, electrumUrl, postgres } = service;
const api = await service.start();
const sender = service.openWallet(...Array.from({ length: 2 * plans + 2 }, () => 100_000_000n));

interface Report {
  readonly examined: { readonly streams: number };
  readonly findings: readonly { readonly fault: string }[];
  readonly seconds: number;
}
const examine = async (...args: string[]): Promise<Report> => {
  let printed = '';
  const settings = { DATABASE_URL: postgres.url, BCH_NETWORK: 'devnet', ELECTRUM_URLS: electrumUrl, NODE_ENV: 'test' };
  await doctorCommand(['--json', ...args], settings, {
    print: (text) => (printed += text),
    complain: (text) => console.error(text),
  });
  return JSON.parse(printed) as Report;
};
/** Has the blocks noted, which no watcher does here, then measures. */
const measure = async (what: string): Promise<number> => {
  await examine('--fix');
  const since = process.cpuUsage();
  const { examined, findings, seconds } = await examine();
  const { user, system } = process.cpuUsage(since);
  if (findings.length > 0) throw new Error(`Something is wrong: ${JSON.stringify(findings[0])}`);
  const rate = Math.round(examined.streams / seconds);
  const busy = ((user + system) / 1e3 / examined.streams).toFixed(2);
  console.log(
    `${what}: ${examined.streams} in ${seconds.toFixed(2)} s, ${rate} a second; ${busy} ms of processor time each, the node's included`,
  );
  return examined.streams;
};

const createPlan = createPlanDriver(api.url, { node, sender });
for (let plan = 0; plan < plans; plan += 1) await (await createPlan(PLAN)).confirmFunding();
node.mine(11);
await measure('streams of plans');

const open = createStreamDriver(api.url, service);
for (let made = 0; made < singles; made += 1) await (await open()).confirmFunding();
node.mine(11);
await measure('with streams of their own fundings');
await service.stop();
