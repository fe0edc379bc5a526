import { setTimeout as sleep } from 'node:timers/promises';
import { binToHex, encodeCashAddress } from '@bitauth/libauth';
import { loadConfig, startApi } from '@weir/api';
import { lockingBytecodeOf } from '@weir/covenants';
import { createNode, startDevnet } from '@weir/devnet';
import { createDatabase, migrateToLatest } from '@weir/infra';
import { startPostgres } from '@weir/postgres';
import { createWallet, type Wallet } from '@weir/wallet';
import { startKillableApi } from './support/killable-api.js';

/**
 * Airdrops through the API and the devnet. First a list of BENCH_ROWS rows (default 1,048,576), from its upload to
 * proofs, right after a start and later. Then BENCH_CROWD wallets (default 200) that claim at the same time over 1 lane
 * and over 16, by the service and by signing: claims per second, and claims built in vain. Last the same crowd, half of
 * it signing, against an API process that is killed in the middle and restarted BENCH_KILLS times (default 2):
 * everybody must be paid exactly once.
 */
const rows = Number(process.env['BENCH_ROWS'] ?? 1_048_576);
const crowd = Number(process.env['BENCH_CROWD'] ?? 200);
const kills = Number(process.env['BENCH_KILLS'] ?? 2);
const SHARE = 10_000n;

const [postgres, node] = [await startPostgres(), createNode()];
const devnet = await startDevnet({ node });
const database = createDatabase({ url: postgres.url, statementTimeoutMs: 0 });
await migrateToLatest(database);
const settings = {
  DATABASE_URL: postgres.url,
  BCH_NETWORK: 'devnet',
  ELECTRUM_URLS: devnet.url,
  PORT: '0',
  LOG_LEVEL: 'fatal',
  RATE_LIMIT_MAX: '0',
  WATCHER: 'off',
  REQUEST_TIMEOUT: '600000',
};
let api: { readonly url: string; readonly stop: () => Promise<void> } = await startApi(loadConfig(settings));

interface Answer {
  readonly status: number;
  readonly body: { readonly [field: string]: unknown } & {
    readonly campaign: { readonly id: string; readonly claimed_count: number };
    readonly wcTransaction: object;
    readonly code?: string;
  };
}

const requestOnce = async (
  method: string,
  path: string,
  body?: object | string,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const type = typeof body === 'string' ? 'text/csv' : 'application/json';
  const response = await fetch(`${api.url}/api/airdrops${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': type }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
};

/** Sends a request until it is answered by the service, as a persistent client would. */
const request = async (...of: Parameters<typeof requestOnce>): Promise<Answer> => {
  for (let tries = 0; ; tries += 1) {
    const answer = await requestOnce(...of).catch((error: unknown) => {
      if (tries < 300) return undefined;
      throw error;
    });
    if (answer !== undefined && (answer.status !== 503 || tries >= 300)) return answer;
    await sleep(200);
  }
};

const succeed = async (...of: Parameters<typeof request>): Promise<Answer['body']> => {
  const { status, body } = await request(...of);
  if (status !== 200) throw new Error(`${of[0]} ${of[1]}: ${status} ${JSON.stringify(body)}`);
  return body;
};

const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const from = performance.now();
  const result = await work();
  console.log(`${what.padEnd(44)} ${(performance.now() - from).toFixed(1).padStart(10)} ms`);
  return result;
};

let wallets = 0;
const newWallet = (): Wallet =>
  createWallet({ privateKey: `bench ${(wallets += 1)}`, broadcast: (hex) => Promise.resolve(node.submit(hex)) });

/** Creates and funds a campaign for the lines of a list. */
const openCampaign = async (csv: string, lanes: number | null, pool: bigint): Promise<string> => {
  const creator = newWallet();
  node.fund(binToHex(lockingBytecodeOf(creator.publicKeyHash)), pool * 2n);
  const terms = {
    title: 'Bench',
    totalAmount: `${pool / 100_000_000n + 1n}`,
    requireKyc: true,
    sponsorFees: rows <= 1_000 || lanes !== null,
    startDate: 1_600_000_000,
    lanes,
  };
  const { campaign } = await succeed('POST', '/create', { ...terms, creator: creator.address });
  const path = `/${campaign.id}`;
  await timed(`${csv.length.toLocaleString('en')} bytes of CSV to a kept tree`, () =>
    succeed('POST', `${path}/generate-merkle`, csv, { 'x-user-address': creator.address }),
  );
  const { wcTransaction } = await succeed('GET', `${path}/funding-info`);
  const { signedTransactionHash: txHash } = await creator.signTransaction(wcTransaction);
  await timed('confirm-funding', () => succeed('POST', `${path}/confirm-funding`, { txHash }));
  return path;
};

const addressOf = (row: number): string => {
  const payload = new Uint8Array(20);
  new DataView(payload.buffer).setUint32(0, row);
  return encodeCashAddress({ prefix: 'bchtest', type: 'p2pkh', payload }).address;
};

console.log(`A list of ${rows.toLocaleString('en')} rows`);
const large = await openCampaign(
  Array.from({ length: rows }, (_, row) => `${addressOf(row)},0.0001\n`).join(''),
  null,
  SHARE * BigInt(rows),
);
await api.stop();
api = await startApi(loadConfig(settings));
await timed('first proof after a restart', () => succeed('GET', `${large}/proof/${addressOf(rows - 1)}`));
const proofs = 200;
const from = performance.now();
for (let proof = 0; proof < proofs; proof += 1)
  await succeed('GET', `${large}/proof/${addressOf((proof * 7_919) % rows)}`);
console.log(
  `${'a proof, mean of 200 one after the other'.padEnd(44)} ${((performance.now() - from) / proofs).toFixed(2).padStart(10)} ms`,
);
console.log(
  `${'resident memory'.padEnd(44)} ${Math.round(process.memoryUsage.rss() / 2 ** 20)
    .toLocaleString('en')
    .padStart(10)} MB, devnet included`,
);

/** Claims through the service. @returns the number of claims built in vain */
const claimRelayed = async (path: string, { address }: Wallet): Promise<number> => {
  for (let vain = 0; ; vain += 1) {
    const { status, body } = await request('POST', `${path}/claim`, { claimerAddress: address, relay: true });
    // Already claimed: the answer to the first request was lost.
    if (status === 200 || body.code === 'CLAIM_LIMIT_REACHED') return vain;
    if (body.code !== 'STATE_MOVED') throw new Error(JSON.stringify(body));
  }
};

const claimSigned = async (path: string, wallet: Wallet): Promise<number> => {
  for (let vain = 0; ; vain += 1) {
    const { wcTransaction } = await succeed('POST', `${path}/claim`, { claimerAddress: wallet.address });
    const { signedTransaction: txHex, signedTransactionHash: txHash } = await wallet.signTransaction({
      ...wcTransaction,
      broadcast: false,
    });
    const { status, body } = await request('POST', `${path}/confirm-claim`, { txHash, txHex });
    if (status === 200) return vain;
    if (body.code !== 'STATE_MOVED') throw new Error(JSON.stringify(body));
  }
};

for (const lanes of [1, 16]) {
  for (const [name, claim] of [
    ['by the service', claimRelayed],
    ['by signing', claimSigned],
  ] as const) {
    console.log(`${crowd} wallets at once, ${lanes} ${lanes === 1 ? 'lane' : 'lanes'}, ${name}`);
    const claimers = Array.from({ length: crowd }, newWallet);
    const path = await openCampaign(
      claimers.map(({ address }) => `${address},0.0001\n`).join(''),
      lanes,
      SHARE * BigInt(crowd) + 10_000_000n,
    );
    const start = performance.now();
    const vain = await Promise.all(claimers.map((wallet) => claim(path, wallet)));
    const seconds = (performance.now() - start) / 1_000;
    const { campaign } = await succeed('GET', path);
    console.log(
      `  ${campaign.claimed_count} paid, ${(crowd / seconds).toFixed(1)} claims/s, ${vain.reduce((sum, each) => sum + each, 0)} claims built in vain`,
    );
  }
}

await api.stop();
const startKillable = async (): Promise<void> => {
  const killable = await startKillableApi(settings);
  api = { url: killable.url, stop: () => killable.kill() };
};
const kill = async (): Promise<void> => {
  await api.stop();
  await startKillable();
};
/** Resolves when the network has accepted this many more transactions, before the API knows of the last one. */
const afterTransactions = (count: number): Promise<void> =>
  new Promise((resolve, reject) => {
    let left = count;
    const note = (): void => {
      left -= 1;
      if (left > 0) return;
      node.off('transaction', note);
      kill().then(resolve, reject);
    };
    node.on('transaction', note);
  });

await startKillable();
for (const lanes of [1, 16]) {
  console.log(
    `${crowd} wallets at once, ${lanes} ${lanes === 1 ? 'lane' : 'lanes'}, half of them by signing, the API killed ${kills} times`,
  );
  const claimers = Array.from({ length: crowd }, newWallet);
  const path = await openCampaign(
    claimers.map(({ address }) => `${address},0.0001\n`).join(''),
    lanes,
    SHARE * BigInt(crowd) + 10_000_000n,
  );
  const start = performance.now();
  const killing = (async () => {
    for (let killed = 0; killed < kills; killed += 1)
      await afterTransactions(Math.ceil((crowd * (0.5 + Math.random())) / (kills + 1.5)));
  })();
  await Promise.all([
    killing,
    ...claimers.map((wallet, index) => (index % 2 === 0 ? claimRelayed : claimSigned)(path, wallet)),
  ]);
  const seconds = (performance.now() - start) / 1_000;
  const { campaign } = await succeed('GET', path);
  const coins = claimers.map(({ publicKeyHash }) =>
    node
      .mempool()
      .flatMap(({ outputs }) =>
        outputs.filter(({ lockingBytecode }) => lockingBytecode === binToHex(lockingBytecodeOf(publicKeyHash))),
      ),
  );
  const isRight =
    campaign.claimed_count === crowd && coins.every((own) => own.length === 1 && own[0]?.satoshis === SHARE);
  console.log(
    `  ${campaign.claimed_count} recorded, ${coins.flat().length} paid on the chain, each once: ${isRight ? 'yes' : 'NO'}; ${seconds.toFixed(1)} s with the restarts`,
  );
  if (!isRight) process.exitCode = 1;
}

await api.stop();
await database.destroy();
await devnet.stop();
await postgres.stop();
