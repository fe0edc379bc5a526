import { binToHex, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import {
  buildVestingClaim,
  buildVestingFunding,
  createVestingContract,
  findVestingDeployment,
  lockingBytecodeOf,
  readVestingTransition,
  vestingPayout,
  type UnsignedTransaction,
  type VestingCoin,
  type VestingContract,
} from '@weir/covenants';
import type { ChainNode } from '@weir/devnet';
import { createWallet, type Wallet } from '@weir/wallet';

export const DAY = 86_400;
/** Small enough for tens of thousands of streams to be paid by the node's own coins. */
const COIN = 15_000_000n;
const recipient = createWallet({ privateKey: 'recipient of the bench' });
const sender = createWallet({ privateKey: 'sender of the bench' });

/** A stream on the chain. */
export interface BenchStream {
  readonly contract: VestingContract;
  /** Submits a claim of one more day to the mempool. @returns its txid */
  claim(): Promise<string>;
}

const submit = async (node: ChainNode, signer: Wallet, { wcTransaction }: UnsignedTransaction) => {
  const { signedTransaction } = await signer.signTransaction({ ...wcTransaction, broadcast: false });
  const txid = node.submit(signedTransaction);
  const transaction = decodeTransactionCommon(hexToBin(signedTransaction));
  if (typeof transaction === 'string') throw new Error(transaction);
  return { txid, transaction };
};

/** Submits the funding of a stream of 0.1 BCH over a hundred days, fifty of them past, to the mempool. */
export const openBenchStream = async (node: ChainNode, number: number): Promise<BenchStream> => {
  const { txid } = node.fund(binToHex(lockingBytecodeOf(sender.publicKeyHash)), COIN);
  const start = BigInt(node.tip.medianTimePast - 50 * DAY);
  const nonce = hexToBin(number.toString(16).padStart(32, '0'));
  const schedule = { total: 10_000_000n, start, end: start + 100n * BigInt(DAY), cliff: 0n, step: 0n };
  const contract = createVestingContract(
    { sender: sender.publicKeyHash, recipient: recipient.publicKeyHash, schedule, noticeBlocks: 6, nonce },
    'devnet',
  );
  const funding = buildVestingFunding(
    contract,
    { hash: sender.publicKeyHash, coins: [{ txid, vout: 0, satoshis: COIN }] },
    { height: node.tip.height, medianTimePast: 0 },
  );
  if (funding.kind !== 'funding') throw new Error('A coin with index 0 needs no preparation');
  const funded = await submit(node, sender, funding.transaction);
  const found = findVestingDeployment(contract, funded.txid, funded.transaction);
  if (!found.ok) throw new Error(found.problems.join());
  let coin: VestingCoin = found.coin;
  let days = 0n;
  return {
    contract,
    async claim() {
      days += 1n;
      const payout = vestingPayout(schedule, coin.state, start + days * BigInt(DAY));
      if (payout === undefined) throw new Error('Nothing is due');
      const claimed = await submit(
        node,
        recipient,
        buildVestingClaim({ contract, coin, payout }, { hash: recipient.publicKeyHash, coins: [] }),
      );
      coin = readVestingTransition(contract, coin, claimed.txid, claimed.transaction)?.next ?? coin;
      return claimed.txid;
    },
  };
};
