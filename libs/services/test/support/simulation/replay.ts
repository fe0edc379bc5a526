import type { ChainNode } from '@weir/devnet';
import type { Database, NewStream, StreamRecord } from '@weir/infra';
import { eventually } from '@weir/testing';
import { MissingTransactions } from '../../../src/shared/watch/missing-transactions.js';
import { confirmFunding } from '../../../src/streams/confirm-stream.js';
import { WalletInputs, KnownSpends } from '../../../src/streams/watch/judge-missing.js';
import { SharedHistories } from '../../../src/streams/watch/reading.js';
import { reconcileStream } from '../../../src/streams/watch/reconcile-stream.js';
import { TransactionNews } from '../../../src/streams/watch/transaction-news.js';
import { clearTables } from './clear-tables.js';
import { createContext, createPool } from './service-fixture.js';
import type { Simulation } from './simulation.types.js';
import { snapshotOf, type StreamSnapshot } from './snapshot.js';

/** The same of a lock, which goes on at output 0 of its own address. */
const lineageOfLock = (node: ChainNode, { txid, vout }: { readonly txid: string; readonly vout: number }): string[] => {
  const hashes: string[] = [];
  const lock = node.transaction(txid)?.outputs[vout]?.lockingBytecode;
  for (let at: string | undefined = txid, output = vout; at !== undefined; output = 0) {
    const transaction = node.transaction(at);
    if (transaction === undefined) return [...hashes, `${at} is not there`];
    hashes.push(transaction.txid);
    at = transaction.outputs[output]?.lockingBytecode === lock ? node.spenderOf(at, output) : undefined;
  }
  return hashes;
};

/** The hashes of a stream's steps as the node itself has them: spender after spender of the state. */
export const lineageOf = (
  node: ChainNode,
  { funding, contract }: Pick<StreamSnapshot, 'funding' | 'contract'>,
): string[] => {
  if (contract === 'LOCK') return funding === null ? [] : lineageOfLock(node, { ...funding, txid: funding.txHash });
  const hashes: string[] = [];
  let outpoint = funding && { txid: funding.txHash, vout: funding.vout };
  while (outpoint !== null) {
    const transaction = node.transaction(outpoint.txid);
    if (transaction === undefined) return [...hashes, `${outpoint.txid} is not there`];
    hashes.push(transaction.txid);
    const spender = node.spenderOf(outpoint.txid, outpoint.vout);
    const token = transaction.outputs[outpoint.vout]?.token;
    const isState = token?.nft?.capability === 'mutable';
    // A cancel has the sender's coin before it: the state goes where its input goes.
    const vout = node
      .transaction(spender ?? '')
      ?.outputs.findIndex((output) => output.token?.category === token?.category && output.token?.nft !== undefined);
    outpoint = spender === undefined || !isState ? null : { txid: spender, vout: Math.max(0, vout ?? 0) };
  }
  return hashes;
};

/** The fixed part of a stored stream: what it was inserted with. */
const termsOf = (stored: StreamRecord): NewStream => ({
  product: stored.product,
  sender: stored.sender,
  senderHash: stored.senderHash,
  recipient: stored.recipient,
  recipientHash: stored.recipientHash,
  tokenType: stored.tokenType,
  tokenCategory: stored.tokenCategory,
  totalAmount: stored.totalAmount,
  streamType: stored.streamType,
  startTime: stored.startTime,
  endTime: stored.endTime,
  cliffTimestamp: stored.cliffTimestamp,
  intervalSeconds: stored.intervalSeconds,
  cancelable: stored.cancelable,
  cancelNoticeBlocks: stored.cancelNoticeBlocks,
  moveDelay: stored.moveDelay,
  nonce: stored.nonce,
  vaultId: stored.vaultId,
  description: stored.description,
  contractAddress: stored.contractAddress,
  lockingBytecode: stored.lockingBytecode,
  scriptHash: stored.scriptHash,
  initialCommitment: stored.initialCommitment,
  recurring: stored.recurring,
  payment: stored.payment,
  label: stored.label,
  contract: stored.contract,
  place: { ...stored.place, fundingId: undefined },
});

/**
 * Records the streams again, in an empty database, from the chain as it is now: each one whose funding the API once
 * accepted and the chain has, from its funding on.
 */
export const replay = async (
  { streams, chain, service }: Simulation,
  db: Database,
): Promise<ReadonlyMap<string, StreamSnapshot>> => {
  await clearTables(db);
  // No server is silent any more: one that takes long is only busy.
  const pool = await createPool(chain.urls, 60_000);
  try {
    const context = createContext(db, pool);
    const tools = {
      context,
      servers: context.chain,
      missing: new MissingTransactions({ checks: 3, spacingMs: 10 }),
      spends: new KnownSpends(context.chain),
      walletInputs: new WalletInputs(),
      histories: new SharedHistories(context.chain),
      news: new TransactionNews(),
    };
    const snapshots = new Map<string, StreamSnapshot>();
    for (const { id, funding, isConfirmed } of streams) {
      const original = await service.context.streams.findById(id);
      if (original === undefined) throw new Error(`Stream ${id} is not stored`);
      const copy = await context.streams.insert(termsOf(original));
      if (isConfirmed && chain.node.transaction(funding.hash) !== undefined) {
        await confirmFunding(context, copy.id, funding.hash);
        await eventually(async () => {
          const outcome = await reconcileStream(copy.id, undefined, tools);
          if (!outcome.settled) throw new Error(outcome.why);
        });
      }
      const stored = await context.streams.findById(copy.id);
      if (stored !== undefined) snapshots.set(id, await snapshotOf(context.streams, stored));
    }
    return snapshots;
  } finally {
    await pool.close();
  }
};
