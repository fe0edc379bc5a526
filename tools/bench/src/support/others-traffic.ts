import {
  binToHex,
  encodeLockingBytecodeP2sh32,
  encodeTransactionCommon,
  hash256,
  hexToBin,
  type TransactionCommon,
} from '@bitauth/libauth';
import type { ChainNode } from '@weir/devnet';

/** OP_1: spent without a signature, so that a transaction costs as little as one can. */
const OPEN = Uint8Array.of(0x51);
const LOCK = encodeLockingBytecodeP2sh32(hash256(OPEN));
const COIN = 100_000_000n;
const FEE = 100n;

/** Transactions of others, which have nothing to do with the service. */
export interface OthersTraffic {
  /** Mines a block with the mempool and so many of them. */
  mine(count: number): void;
}

/** Each transaction spends the one before: one input, one output. */
export const createOthersTraffic = (node: ChainNode): OthersTraffic => {
  let coin = { txid: '', satoshis: 0n };
  const next = (): string => {
    const satoshis = coin.satoshis - FEE;
    const transaction: TransactionCommon = {
      version: 2,
      inputs: [
        {
          outpointTransactionHash: hexToBin(coin.txid),
          outpointIndex: 0,
          sequenceNumber: 0xffffffff,
          unlockingBytecode: Uint8Array.of(OPEN.length, ...OPEN),
        },
      ],
      outputs: [{ lockingBytecode: LOCK, valueSatoshis: satoshis }],
      locktime: 0,
    };
    const bytes = encodeTransactionCommon(transaction);
    coin = { txid: binToHex(hash256(bytes).reverse()), satoshis };
    return binToHex(bytes);
  };
  return {
    mine(count) {
      if (count === 0) {
        node.mine();
        return;
      }
      if (coin.satoshis < BigInt(count + 1) * (FEE + 1_000n)) {
        coin = { txid: node.fund(binToHex(LOCK), COIN).txid, satoshis: COIN };
      }
      const own = node.mempool().map(({ txid }) => txid);
      node.mine(1, { transactions: [...own, ...Array.from({ length: count }, next)] });
    },
  };
};
