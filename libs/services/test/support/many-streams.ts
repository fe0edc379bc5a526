import { binToHex, encodeTransactionCommon, hash160, hexToBin } from '@bitauth/libauth';
import { encodeVestingState, INITIAL_VESTING_STATE, lockingBytecodeOf } from '@weir/covenants';
import { scriptHashOf, type Block, type Outpoint, type StreamRecord } from '@weir/infra';
import { createWallet } from '@weir/wallet';
import type { Testbed } from './testbed.js';

/** Outputs of one transaction: within what nodes relay. */
const OUTPUTS = 2_500;
const CONCURRENCY = 10;

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

/** Stores an ACTIVE stream whose state is said to be a coin. */
const insertStream = async (
  { context: { streams } }: Testbed,
  { txid, vout, lockingBytecode }: Coin,
  block: Block,
  number: number,
): Promise<StreamRecord> => {
  const party = { sender: 'many', senderHash: '00'.repeat(20), recipient: 'many', recipientHash: '00'.repeat(20) };
  const terms = {
    tokenType: 'BCH',
    tokenCategory: null,
    totalAmount: 900n,
    streamType: 'LINEAR',
    startTime: 1_700_000_000,
    endTime: 1_900_000_000,
  } as const;
  const { id } = await streams.insert({
    ...party,
    product: 'stream',
    recurring: null,
    payment: null,
    ...terms,
    ...{
      cliffTimestamp: null,
      intervalSeconds: null,
      cancelable: true,
      cancelNoticeBlocks: 6,
      vaultId: null,
      description: null,
    },
    nonce: number.toString(16).padStart(32, '0'),
    contractAddress: `number ${number}`,
    lockingBytecode: binToHex(lockingBytecode),
    scriptHash: scriptHashOf(lockingBytecode),
    place: null,
    label: null,
    initialCommitment: encodeVestingState(INITIAL_VESTING_STATE),
  });
  const state = {
    category: txid,
    txid,
    vout,
    satoshis: 1_000n,
    companion: null,
    commitment: encodeVestingState(INITIAL_VESTING_STATE),
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
  const coins: Coin[] = [];
  for (let from = 0; from < count; from += OUTPUTS)
    coins.push(...(await payToMany(bed, from, Math.min(OUTPUTS, count - from))));
  const [block] = bed.node.mine(12);
  if (block === undefined) throw new Error('No block was mined');
  const streams: StreamRecord[] = [];
  for (let i = 0; i < coins.length; i += CONCURRENCY) {
    streams.push(
      ...(await Promise.all(coins.slice(i, i + CONCURRENCY).map((coin, j) => insertStream(bed, coin, block, i + j)))),
    );
  }
  return streams;
};
