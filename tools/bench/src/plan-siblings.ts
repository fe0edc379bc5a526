import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  assertSuccess,
  binToHex,
  decodeTransactionCommon,
  encodeLockingBytecodeP2pkh,
  hash160,
  hexToBin,
  numberToBinUint32LE,
} from '@bitauth/libauth';
import {
  buildPlanFunding,
  DEFAULT_CANCEL_FILLS,
  feeBoundsOf,
  findPlanDeployments,
  layOutPlan,
  lockingBytecodeOf,
  partyAddress,
  type PlanDraft,
  type PlanStreamDeployment,
} from '@weir/covenants';
import { createNode, passTime, startDevnet } from '@weir/devnet';
import { createChainReader, createElectrumPool } from '@weir/infra/electrum';
import { createWallet } from '@weir/wallet';

/**
 * BENCH_STREAMS siblings (default 2,560) at one address: a list with several fundings of one nonce and the same terms,
 * each stream paid BENCH_PAYMENTS times (default 2). Measures what a server answers for that address, in bytes and
 * milliseconds, against the limits of public servers, and how long recover takes to list all for the sender and one for
 * a recipient.
 */
const streams = Number(process.env['BENCH_STREAMS'] ?? 2_560);
const payments = Number(process.env['BENCH_PAYMENTS'] ?? 2);
const DAY = 86_400;
const DAYS = 40n;
/** Payments per block. */
const A_BLOCK = 50;
/** Satoshis for each funding. */
const FUNDS = 1_500_000_000n;
/** Most history entries of a script that public servers (Fulcrum) return by default. */
const MAX_HISTORY = 125_000;

const node = createNode({ now: Math.floor(Date.now() / 1_000) - 200 * DAY });
const devnet = await startDevnet({ node });
const pool = await createElectrumPool({ urls: [devnet.url], timeoutMs: 60_000 });
const chain = createChainReader(pool);
const sender = createWallet({ privateKey: 'siblings', broadcast: (hex) => Promise.resolve(node.submit(hex)) });
const own = lockingBytecodeOf(sender.publicKeyHash);
const party = (name: number): Uint8Array => encodeLockingBytecodeP2pkh(hash160(numberToBinUint32LE(name)));

const start = BigInt(node.tip.medianTimePast);
const draft: PlanDraft = {
  product: 'VESTING_BCH',
  sender: own,
  nonce: new Uint8Array(16).fill(7),
  feeBound: feeBoundsOf('VESTING_BCH').default,
  cancelFills: DEFAULT_CANCEL_FILLS,
  streams: Array.from({ length: streams }, (_, i) => ({
    kind: 'VESTING',
    recipient: party(i),
    total: 1_000_000n + BigInt(i),
    start,
    end: start + DAYS * BigInt(DAY),
    payments: 16,
    group: { kind: 'VESTING', cliff: 0n, step: BigInt(DAY), noticeBlocks: 36 },
  })),
};
const layout = layOutPlan(draft, 'devnet');
if (!layout.ok) throw new Error(JSON.stringify(layout.problems.slice(0, 3)));
for (let left = layout.parts.length; left > 0; left -= 1) node.fund(binToHex(own), FUNDS);
node.mine();

let live: PlanStreamDeployment[] = [];
for (const part of layout.parts) {
  const coins = (await chain.unspent(own)).filter(({ satoshis, vout }) => vout === 0 && satoshis === FUNDS);
  const tip = { height: node.tip.height, medianTimePast: node.tip.medianTimePast };
  const funding = buildPlanFunding(part, { hash: sender.publicKeyHash, coins: coins.slice(0, 1) }, tip);
  if (funding.kind === 'preparation') throw new Error('These coins need no preparation');
  const { signedTransaction: hex, signedTransactionHash: txid } = await sender.signTransaction(
    funding.transaction.wcTransaction,
  );
  const found = findPlanDeployments('devnet', txid, assertSuccess(decodeTransactionCommon(hexToBin(hex))));
  if (!found.ok) throw new Error(JSON.stringify(found.problems.slice(0, 3)));
  live.push(...found.deployments);
  node.mine();
}
const addresses = new Set(live.map(({ stream }) => stream.address));

for (let round = 1; round <= payments; round += 1) {
  passTime(node, 10 * DAY);
  const time = BigInt(node.tip.medianTimePast - 1);
  live = live.map(({ stream, state }, i) => {
    const position = stream.at(state);
    const built = position.payoutAt(time)?.buildPush();
    if (built === undefined) throw new Error('The reserve pays');
    node.submit(built.hex);
    // Spreads the payments over several blocks.
    if (i % A_BLOCK === A_BLOCK - 1) node.mine(1, { timeStep: 1 });
    const next = position.readStep(built.txid, assertSuccess(decodeTransactionCommon(hexToBin(built.hex))))?.next;
    if (next === undefined) throw new Error('It goes on');
    return { stream, state: next };
  });
  node.mine();
}

const timed = async <T>(work: () => Promise<T>): Promise<readonly [answer: T, milliseconds: number]> => {
  const began = performance.now();
  const answer = await work();
  return [answer, Math.round(performance.now() - began)];
};
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
const text = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each));

const [address] = live;
if (address === undefined) throw new Error('No stream');
const { lockingBytecode } = address.stream;
const [history, historyMs] = await timed(() => chain.history(lockingBytecode));
const [unspent, unspentMs] = await timed(() => chain.unspent(lockingBytecode));
const trips = pool.roundTrips;
const [read, readMs] = await timed(async () => {
  let bytes = 0;
  for (let from = 0; from < history.length; from += 172)
    for (const { txid } of await chain.transactions(history.slice(from, from + 172).map((each) => each.txid)))
      bytes += node.transaction(txid)?.size ?? 0;
  return bytes;
});
console.log(
  `${live.length} siblings in ${layout.parts.length} fundings at ${addresses.size} address, each paid ${payments} times`,
);
console.log(
  `history: ${history.length} entries, ${megabytes(text(history).length)} in one answer, ${historyMs} ms; ${((100 * history.length) / MAX_HISTORY).toFixed(1)} % of the ${MAX_HISTORY.toLocaleString('en')} that public servers list`,
);
console.log(`unspent: ${unspent.length} coins, ${megabytes(text(unspent).length)}, ${unspentMs} ms`);
console.log(
  `all transactions: ${megabytes(read)}, ${readMs} ms, ${pool.roundTrips - trips} round trips (172 transactions and their heights a batch)`,
);

/** Runs in a separate process, as for users, because the server is in this one. */
const list = async (who: Uint8Array): Promise<number> => {
  const main = fileURLToPath(new URL('../../recover/src/recover.main.ts', import.meta.url));
  const address = partyAddress(who, 'devnet') ?? '';
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@weir/source', '--import', 'tsx', main, 'list', address, '--json'],
    { env: { ...process.env, BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url }, maxBuffer: 1e8 },
  );
  return (JSON.parse(stdout) as { readonly contracts: readonly object[] }).contracts.length;
};
for (const [name, who] of [
  ['sender', own],
  ['recipient', party(1)],
] as const) {
  const [count, ms] = await timed(() => list(who));
  console.log(`recover lists ${count} for a ${name} in ${(ms / 1_000).toFixed(1)} s`);
}
console.log(`room: ${Math.floor(MAX_HISTORY / 640)} payments of each of 640 siblings`);
await pool.close();
await devnet.stop();
