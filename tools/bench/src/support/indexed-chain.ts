import { binToHex, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import { buildPlanFunding, findPlanDeployments, lockingBytecodeOf, type StreamModel } from '@weir/covenants';
import type { ChainNode } from '@weir/devnet';
import { createWallet } from '@weir/wallet';
import { planOfOne } from './plan-of-one.js';

export const DAY = 86_400;
/** Small enough for tens of thousands of streams to be paid by the node's own coins. */
const COIN = 15_000_000n;
const recipient = createWallet({ privateKey: 'recipient of the bench' });
const sender = createWallet({ privateKey: 'sender of the bench' });

/** A stream on the chain. */
export interface BenchStream {
  readonly contract: StreamModel;
  /** Submits a payment of more days to the mempool. @returns its txid */
  claim(): Promise<string>;
}

const decode = (hex: string) => {
  const transaction = decodeTransactionCommon(hexToBin(hex));
  if (typeof transaction === 'string') throw new Error(transaction);
  return transaction;
};

/** Submits the funding of a plan of one stream of 0.1 BCH over a hundred days, fifty of them past, to the mempool. */
export const openBenchStream = async (node: ChainNode, number: number): Promise<BenchStream> => {
  const { txid } = node.fund(binToHex(lockingBytecodeOf(sender.publicKeyHash)), COIN);
  const start = BigInt(node.tip.medianTimePast - 50 * DAY);
  const terms = { total: 10_000_000n, start, end: start + 100n * BigInt(DAY) };
  const part = planOfOne(number, sender.publicKeyHash, recipient.publicKeyHash, terms);
  const { kind, transaction } = buildPlanFunding(
    part,
    { hash: sender.publicKeyHash, coins: [{ txid, vout: 0, satoshis: COIN }] },
    { height: node.tip.height, medianTimePast: 0 },
  );
  if (kind !== 'funding') throw new Error('A coin with index 0 needs no preparation');
  const { signedTransaction } = await sender.signTransaction({ ...transaction.wcTransaction, broadcast: false });
  const found = findPlanDeployments('devnet', node.submit(signedTransaction), decode(signedTransaction));
  const [deployment] = found.ok ? found.deployments : [];
  if (deployment === undefined) throw new Error('The funding opens no stream');
  const { stream } = deployment;
  let { state } = deployment;
  let days = 0n;
  return {
    contract: stream,
    claim() {
      // A 48th of what is left is what the reserve pays for.
      days += 3n;
      const position = stream.at(state);
      const push = position.payoutAt(start + days * BigInt(DAY))?.buildPush();
      if (push === undefined) throw new Error('The reserve pays nothing');
      node.submit(push.hex);
      state = position.readStep(push.txid, decode(push.hex))?.next ?? state;
      return Promise.resolve(push.txid);
    },
  };
};
