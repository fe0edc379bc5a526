import { binToHex, encodeTransactionCommon, hash160, hexToBin } from '@bitauth/libauth';
import { lockingBytecodeOf } from '@weir/covenants';
import { scriptHashOf, type Block, type Outpoint, type StreamRecord } from '@weir/infra';
import { createWallet } from '@weir/wallet';
import { openOne } from '../../src/streams/create/plan-of-one.js';
import type { Testbed } from './testbed.js';

/** Outputs of one transaction: within what nodes relay. */
const OUTPUTS = 2_500;

const START = 1_700_000_000;
const END = 1_900_000_000;
const TOTAL = 900n;

/** Each row has the contract of this one, at a script of its own. */
const PARTY = lockingBytecodeOf(new Uint8Array(20));
const { columns } = openOne(
  PARTY,
  null,
  {
    kind: 'VESTING',
    recipient: PARTY,
    total: TOTAL,
    start: BigInt(START),
    end: BigInt(END),
    group: { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 6 },
  },
  0,
  'devnet',
);

interface Coin extends Outpoint {
  readonly lockingBytecode: Uint8Array;
}

/** Pays to so many scripts, in as few transactions as it takes. */
const payToMany = async ({ node }: Testbed, from: number, count: number): Promise<Coin[]> => {
  const payer = createWallet({ privateKey: 'payer of many' });
  const lockingBytecode = lockingBytecodeOf(payer.publicKeyHash);
  const given = node.fund(binToHex(lockingBytecode), BigInt(count) * 1_000n + 200_000n);
  const scripts = Array.from({ length: count }, (_, i) =>
    lockingBytecodeOf(hash160(new TextEncoder().encode(`one of many ${from + i}`))),
  );
  const input = {
    outpointTransactionHash: hexToBin(given.txid),
    outpointIndex: 0,
    sequenceNumber: 0,
    unlockingBytecode: new Uint8Array(),
  };
  const outputs = scripts.map((script) => ({ lockingBytecode: script, valueSatoshis: 1_000n }));
  const transaction = binToHex(encodeTransactionCommon({ version: 2, locktime: 0, inputs: [input], outputs }));
  const sourceOutputs = [{ ...input, lockingBytecode, valueSatoshis: given.outputs[0]?.satoshis ?? 0n }];
  const txid = node.submit(
    (await payer.signTransaction({ transaction, sourceOutputs, broadcast: false })).signedTransaction,
  );
  return scripts.map((script, vout) => ({ txid, vout, lockingBytecode: script }));
};

/**
 * Stores an ACTIVE stream whose state is said to be a coin.
 *
 * @param fundingId of the streams of its transaction; undefined for the first of them
 */
const insertStream = async (
  { context: { streams } }: Testbed,
  { txid, vout, lockingBytecode }: Coin,
  block: Block,
  fundingId: string | undefined,
): Promise<StreamRecord> => {
  const party = { sender: 'many', senderHash: '00'.repeat(20), recipient: 'many', recipientHash: '00'.repeat(20) };
  const terms = {
    tokenType: 'BCH',
    tokenCategory: null,
    totalAmount: TOTAL,
    streamType: 'LINEAR',
    startTime: START,
    endTime: END,
  } as const;
  const { id } = await streams.insert({
    ...party,
    product: 'stream',
    recurring: null,
    payment: null,
    ...terms,
    cliffTimestamp: null,
    intervalSeconds: null,
    cancelable: true,
    cancelNoticeBlocks: 6,
    vaultId: null,
    description: null,
    ...columns,
    nonce: txid.slice(0, 32),
    place: { ...columns.place, fundingId, index: vout + 1 },
    contractAddress: `${txid}:${vout}`,
    lockingBytecode: binToHex(lockingBytecode),
    scriptHash: scriptHashOf(lockingBytecode),
    label: null,
  });
  const state = {
    category: txid,
    txid,
    vout,
    satoshis: 1_000n,
    companion: null,
    movesTo: null,
    lockingBytecode: null,
    commitment: columns.initialCommitment,
  };
  return streams.withStream(id, async (scope) => {
    await scope.advance(
      {
        kind: 'fund',
        txHash: txid,
        spent: null,
        state: { ...state, tokenAmount: null },
        paidToRecipient: 0n,
        paidToSender: 0n,
        locktime: 0,
        block,
        source: 'confirm',
      },
      { status: 'ACTIVE', state, funding: { txHash: txid, vout, activatedAt: 1_700_000_000, bySender: null } },
    );
    return scope.stream;
  });
};

/**
 * Makes many streams at little cost: their coins are plain ones, each at a script of its own, deep in the chain. Good for
 * being followed, not for being claimed.
 */
export const openManyStreams = async (bed: Testbed, count: number): Promise<StreamRecord[]> => {
  const streams: StreamRecord[] = [];
  const fundings: Coin[][] = [];
  for (let from = 0; from < count; from += OUTPUTS)
    fundings.push(await payToMany(bed, from, Math.min(OUTPUTS, count - from)));
  const [block] = bed.node.mine(12);
  if (block === undefined) throw new Error('No block was mined');
  for (const [first, ...others] of fundings) {
    if (first === undefined) continue;
    const stored = await insertStream(bed, first, block, undefined);
    streams.push(stored);
    // One by one: they share the row of their funding.
    for (const coin of others) streams.push(await insertStream(bed, coin, block, stored.place.fundingId ?? undefined));
  }
  return streams;
};
