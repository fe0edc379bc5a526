import { setTimeout as sleep } from 'node:timers/promises';
import {
  assertSuccess,
  binToHex,
  decodeTransactionCommon,
  encodeLockingBytecodeP2sh32,
  encodeTransactionCommon,
  hash256,
  hexToBin,
  numberToBinUint32LE,
} from '@bitauth/libauth';
import { sql } from 'kysely';
import { findPlanDeployments, lockingBytecodeOf } from '@weir/covenants';
import { type ChainNode, type NodeTransaction, passTime } from '@weir/devnet';
import { type Database, scriptHashOf } from '@weir/infra';
import { median, percentile, printFigure } from './harness/figures.js';
import { cpuTime, memoryOf } from './harness/processes.js';
import { createLateNode, startService } from './harness/service.js';
import { createStreamDriver, type DrivenStream } from './harness/stream-driver.js';
import { streamIdAt } from './seed/explorer.js';
import { seedStreams, withoutTriggers } from './seed/streams.js';

/** Outputs of one transaction, as many as nodes relay. */
const A_TRANSACTION = 1_000;
const SATOSHIS = 1_000n;
const FEE = 60_000n;
/** OP_1: anybody may spend it, without a signature. */
const OPEN = Uint8Array.of(0x51);
const OPEN_LOCK = encodeLockingBytecodeP2sh32(hash256(OPEN));
const lockOf = (number: number): Uint8Array =>
  encodeLockingBytecodeP2sh32(hash256(Uint8Array.of(0x04, ...numberToBinUint32LE(number))));

/**
 * Mines an output for each seeded stream, at a script that nothing else pays, and makes it the stream's state and funding, so that
 * the watcher finds an ACTIVE stream that nobody touches.
 */
const putOnChain = (db: Database, node: ChainNode, count: number): Promise<void> =>
  withoutTriggers(db, async (session) => {
    for (let from = 0; from < count; from += A_TRANSACTION) {
      const locks = Array.from({ length: Math.min(A_TRANSACTION, count - from) }, (_, i) => lockOf(from + i));
      const coin = node.fund(binToHex(OPEN_LOCK), BigInt(locks.length) * SATOSHIS + FEE);
      const unlockingBytecode = Uint8Array.of(OPEN.length, ...OPEN);
      const txid = node.submit(
        binToHex(
          encodeTransactionCommon({
            version: 2,
            locktime: 0,
            inputs: [
              {
                outpointTransactionHash: hexToBin(coin.txid),
                outpointIndex: 0,
                sequenceNumber: 0xffffffff,
                unlockingBytecode,
              },
            ],
            outputs: locks.map((lockingBytecode) => ({ lockingBytecode, valueSatoshis: SATOSHIS })),
          }),
        ),
      );
      node.mine();
      const { height, hash } = node.tip;
      const scripts = sql`unnest(${locks.map(binToHex)}::text[], ${locks.map(scriptHashOf)}::text[]) WITH ORDINALITY AS script (lock, hash, nr)`;
      await sql`
        UPDATE streams SET locking_bytecode = lock, script_hash = hash, state_txid = ${txid}, state_vout = nr - 1,
          funding_tx_hash = ${txid}, funding_vout = nr - 1
        FROM ${scripts} WHERE id = ${streamIdAt(sql`${from}::int + nr::int`)}`.execute(session);
      await sql`
        INSERT INTO transitions (resource_type, resource_id, sequence, kind, tx_hash, state_vout, state_commitment, state_satoshis,
          paid_to_recipient, paid_to_sender, locktime, block_height, block_hash, source, state_before, final)
        SELECT 'stream', id, 1, 'fund', ${txid}, state_vout, state_commitment, state_satoshis, 0, 0, 0, ${height}::int, ${hash}, 'confirm', '{}', true
        FROM streams WHERE funding_tx_hash = ${txid}`.execute(session);
    }
  });

const count = Number(process.env['BENCH_STREAMS'] ?? 10_000);
const cancels = Number(process.env['BENCH_CANCELS'] ?? 20);
const NOTICE_BLOCKS = 6;
const COIN = 10_000_000n;

/**
 * The watcher over BENCH_STREAMS (10,000) ACTIVE streams, each at a separate script: a first start, which reads the history of each;
 * a later start; processor time and memory of both. Then BENCH_CANCELS (20) senders cancel as of the start of their stream: the time
 * until the node has the push that pays the recipient what is due, and from the block that ends the notice until it has the refund.
 */
export const measure = async (): Promise<void> => {
  const node = createLateNode();
  // A public server takes 75,000 of one connection: an operator who follows more runs their own server.
  const service = await startService({ node, limits: { subscriptions: count + 10_000 } });
  const { db } = service;
  await seedStreams(db, count);
  await putOnChain(db, node, count);

  const start = () => service.start({ WATCHER: 'protect' });
  const readings = async (): Promise<number> =>
    (await sql<{ count: number }>`SELECT count(*)::int AS count FROM script_readings`.execute(db)).rows[0]?.count ?? 0;
  const following = async (url: string): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^weir_watcher_following\{watcher="stream"\} (\d+)/m.exec(text)?.[1] ?? 0);
  };
  const until = async (what: string, pid: number, holds: () => Promise<boolean>): Promise<void> => {
    const began = performance.now();
    let memory = await memoryOf(pid);
    while (!(await holds())) {
      await sleep(250);
      memory = Math.max(memory, await memoryOf(pid));
    }
    printFigure(what, (performance.now() - began) / 1_000, 's');
    printFigure('  processor time since the start', (await cpuTime(pid)) / 1_000, 's');
    printFigure('  memory, at most', memory, 'MiB');
  };
  const first = await start();
  await until('first start, until each history was read', first.pid, async () => (await readings()) >= count);
  await first.end('SIGTERM');
  const api = await start();
  await until('later start, until all are followed', api.pid, async () => (await following(api.url)) >= count);

  const openStream = createStreamDriver(api.url, service);
  const streams: DrivenStream[] = [];
  for (let n = 0; n < cancels; n += 1) {
    const stream = await openStream();
    await stream.confirmFunding();
    streams.push(stream);
  }
  passTime(node, 36_000);

  /** When the node had the transaction that spends an output of another, by the hash of that. */
  const spentAt = new Map<string, { readonly at: number; readonly txid: string }>();
  node.on('transaction', ({ txid, inputs }: NodeTransaction) => {
    for (const input of inputs) if (!spentAt.has(input.txid)) spentAt.set(input.txid, { at: performance.now(), txid });
  });
  const spenderOf = async (txid: string) => {
    for (;;) {
      const found = spentAt.get(txid);
      if (found !== undefined) return found;
      await sleep(5);
    }
  };
  /** Cancels without the API, as of the start, so that nothing would be the recipient's. @returns its hash */
  const cancelBackdated = async ({ sender, fundingHash, startTime }: DrivenStream): Promise<string> => {
    const transaction = assertSuccess(decodeTransactionCommon(hexToBin(node.transaction(fundingHash)?.hex ?? '')));
    const found = findPlanDeployments('devnet', fundingHash, transaction);
    const [deployment] = found.ok ? found.deployments : [];
    const cancel = deployment?.stream.at(deployment.state).cancelAt(BigInt(startTime));
    if (cancel === undefined) throw new Error('The stream cannot be cancelled');
    const { txid } = node.fund(binToHex(lockingBytecodeOf(sender.publicKeyHash)), COIN);
    const { wcTransaction } = cancel.build([{ txid, vout: 0, satoshis: COIN }]).transaction;
    return node.submit((await sender.signTransaction({ ...wcTransaction, broadcast: false })).signedTransaction);
  };
  const [pushes, delays]: [string[], number[]] = [[], []];
  for (const stream of streams) {
    const began = performance.now();
    const push = await spenderOf(await cancelBackdated(stream));
    pushes.push(push.txid);
    delays.push(push.at - began);
  }
  printFigure('backdated cancel until its push, p50', median(delays), 'ms');
  printFigure('  p95', percentile(delays, 95), 'ms');
  // Mined with its cancel, each pushes once more a block before its notice ends, and returns the rest behind that.
  node.mine(NOTICE_BLOCKS - 1);
  await sleep(5_000);
  const mined = performance.now();
  node.mine(2);
  const refunds = await Promise.all(
    pushes.map(async (push) => {
      let last = await spenderOf(push);
      for (let next = spentAt.get(last.txid); next !== undefined; next = spentAt.get(last.txid)) last = next;
      return last.at - mined;
    }),
  );
  printFigure('block that ends the notices until the refund, p50', median(refunds), 'ms');
  printFigure('  p95', percentile(refunds, 95), 'ms');
  await service.stop();
};
