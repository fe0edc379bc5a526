import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import { createNode, passTime, startDevnet } from '@weir/devnet';
import { createDatabase, migrateToLatest } from '@weir/infra';
import { startPostgres } from '@weir/postgres';
import { createWallet } from '@weir/wallet';
import { startKillableApi } from './support/killable-api.js';
import { percentile } from './support/percentile.js';

/**
 * BENCH_CLIENTS clients (default 1,000) follow events on one replica while wallets claim from BENCH_STREAMS streams
 * (default 40) without confirming. Measures the time from the node's acceptance of a claim, through the Electrum
 * notification to the watcher, until the clients have the event.
 */
const clients = Number(process.env['BENCH_CLIENTS'] ?? 1_000);
const count = Number(process.env['BENCH_STREAMS'] ?? 40);
const GOAL_MS = 250;
const HOUR = 3_600;
const COIN = 100_000_000n;

const node = createNode({ now: Math.floor(Date.now() / 1_000) - 400 * 86_400 });
node.mine(11);
const [postgres, devnet] = await Promise.all([startPostgres(), startDevnet({ node })]);
const database = createDatabase({ url: postgres.url, statementTimeoutMs: 0 });
await migrateToLatest(database);
await database.destroy();
const api = await startKillableApi({
  DATABASE_URL: postgres.url,
  BCH_NETWORK: 'devnet',
  ELECTRUM_URLS: devnet.url,
  PORT: '0',
  RATE_LIMIT_MAX: '0',
  EVENTS_CONNECTIONS_NETWORK: '0',
  WATCHER: 'protect',
});

const ask = async <Body>(path: string, body?: object, caller?: string): Promise<Body> => {
  const response = await fetch(`${api.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...(caller !== undefined && { 'x-user-address': caller }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Body;
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
};

let wallets = 0;
const walletWith = (...coins: readonly bigint[]) => {
  wallets += 1;
  const wallet = createWallet({
    privateKey: `wallet ${wallets}`,
    broadcast: (hex) => Promise.resolve(node.submit(hex)),
  });
  for (const satoshis of coins) node.fund(binToHex(lockingBytecodeOf(wallet.publicKeyHash)), satoshis);
  return wallet;
};
type Signable = object;

console.log(`Opening ${count} streams …`);
const streams: { readonly path: string; readonly recipient: ReturnType<typeof createWallet> }[] = [];
for (let index = 0; index < count; index += 1) {
  const [sender, recipient] = [walletWith(COIN, 2n * COIN), walletWith(COIN / 100n)];
  const { stream } = await ask<{ stream: { id: string } }>(
    '/api/streams/create',
    {
      recipient: recipient.address,
      totalAmount: 1,
      streamType: 'LINEAR',
      startTime: node.tip.medianTimePast,
      endTime: node.tip.medianTimePast + 100 * HOUR,
    },
    sender.address,
  );
  const path = `/api/streams/${stream.id}`;
  const { wcTransaction } = await ask<{ wcTransaction: Signable }>(`${path}/funding-info`);
  const { signedTransactionHash } = await sender.signTransaction(wcTransaction);
  await ask(`${path}/confirm-funding`, { txHash: signedTransactionHash });
  streams.push({ path, recipient });
}
passTime(node, 10 * HOUR);
await sleep(3_000);

console.log(`Connecting ${clients.toLocaleString('en')} clients …`);
/** Times at which clients received the event of a transaction, by hash. */
const arrivals = new Map<string, number[]>();
const follow = (): Promise<void> =>
  new Promise((resolve, reject) => {
    get(
      `${api.url}/api/events?kind=claimed`,
      { headers: { accept: 'text/event-stream' }, agent: false },
      (response) => {
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          const now = performance.now();
          for (const [, txHash = ''] of text.matchAll(/"txHash":"([0-9a-f]{64})"/g)) arrivals.get(txHash)?.push(now);
        });
        response.once('data', () => resolve());
        response.once('error', reject);
      },
    ).once('error', reject);
  });
for (let index = 0; index < clients; index += 50) await Promise.all(Array.from({ length: 50 }, follow));

const delays: number[] = [];
for (const { path, recipient } of streams) {
  const { wcTransaction } = await ask<{ wcTransaction: Signable }>(
    `${path}/claim`,
    { recipientAddress: recipient.address },
    recipient.address,
  );
  const { signedTransactionHash, signedTransaction } = await recipient.signTransaction({
    ...wcTransaction,
    broadcast: false,
  });
  const seen: number[] = [];
  arrivals.set(signedTransactionHash, seen);
  const began = performance.now();
  node.submit(signedTransaction);
  while (seen.length < clients && performance.now() - began < 30_000) await sleep(5);
  if (seen.length < clients)
    throw new Error(`${seen.length} of ${clients} clients had the event of ${signedTransactionHash}`);
  delays.push(...seen.map((moment) => moment - began));
  await sleep(100);
}
const p95 = percentile(delays, 95);
console.log(
  `${delays.length.toLocaleString('en')} arrivals: p50 ${percentile(delays, 50).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, p99 ${percentile(delays, 99).toFixed(0)} ms (goal: p95 ${GOAL_MS} ms)`,
);
await api.kill();
await devnet.stop();
await postgres.stop();
process.exit(p95 <= GOAL_MS ? 0 : 1);
