import { doctorCommand } from '@weir/api';
import { partyAddress } from '@weir/covenants';
import { startService } from './harness/service.js';
import { createStreamDriver } from './harness/stream-driver.js';
import { FOUR_YEARS, party } from './seed/large-plans.js';

/**
 * `weir doctor` over streams on a chain: plans of 640 streams (BENCH_PLANS, 5), then streams with a funding and a claim of their own
 * (BENCH_STREAMS, 300). Each in streams a second, of this process, the node and Postgres on one machine.
 */
const PLAN = 640;
const plans = Number(process.env['BENCH_PLANS'] ?? 5);
const singles = Number(process.env['BENCH_STREAMS'] ?? 300);

const service = await startService();
const { node, electrumUrl, postgres } = service;
const api = await service.start();
const sender = service.openWallet(...Array.from({ length: 2 * plans + 2 }, () => 5_000_000_000n));

interface Answer {
  readonly plan: { readonly id: string };
  readonly wcTransaction: Parameters<typeof sender.signTransaction>[0];
}
const ask = async (path: string, body?: object): Promise<Answer> => {
  const response = await fetch(`${api.url}/api/plans${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', 'x-user-address': sender.address },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Answer;
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
};

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

let recipients = 0;
for (let plan = 0; plan < plans; plan += 1) {
  const start = node.tip.medianTimePast;
  const streams = Array.from({ length: PLAN }, () => {
    recipients += 1;
    return { recipient: partyAddress(party(recipients), 'devnet'), amount: 0.001 };
  });
  const { plan: made } = await ask('', { product: 'vesting', start, end: start + FOUR_YEARS, streams });
  const { wcTransaction } = await ask(`/${made.id}/funding-info`);
  const { signedTransactionHash: txHash } = await sender.signTransaction(wcTransaction);
  await ask(`/${made.id}/confirm-funding`, { txHash });
}
node.mine(11);
await measure('streams of plans');

const open = createStreamDriver(api.url, service);
for (let made = 0; made < singles; made += 1) await (await open()).confirmFunding();
node.mine(11);
await measure('with streams of their own fundings');
await service.stop();
