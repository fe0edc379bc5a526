import {
  binToHex,
  encodeDataPush,
  encodeLockingBytecodeP2sh32,
  encodeTransactionCommon,
  hash256,
  hexToBin,
  numberToBinUint32LE,
  type TransactionCommon,
} from '@bitauth/libauth';
import { BEACON_SHARDS, beaconEpoch, beaconLockingBytecode } from '@weir/covenants';
import type { ChainNode } from '@weir/devnet';

const OP_DROP = 0x75;
const OP_1 = 0x51;

/** An address of its own for each number, spent without a signature, so that a transaction costs as little as one can. */
const openAddress = (number: number): { readonly redeem: Uint8Array; readonly lockingBytecode: Uint8Array } => {
  const redeem = Uint8Array.of(...encodeDataPush(numberToBinUint32LE(number)), OP_DROP, OP_1);
  return { redeem, lockingBytecode: encodeLockingBytecodeP2sh32(hash256(redeem)) };
};

const COIN = 100_000_000n;
const FEE = 150n;
const TO_BEACON = 1_000n;

/** Of so many transactions, one pays to a beacon. */
const A_BEACON_IN = 100;

/** Transactions of others: payments from address to address, each to a new one. */
export interface OthersTraffic {
  /** Those that pay to a beacon, too, without announcing anything. */
  readonly toBeacons: number;
  /** Mines a block with the mempool and so many of them. */
  mine(count: number): void;
}

/** Each transaction spends the one before. */
export const createOthersTraffic = (node: ChainNode): OthersTraffic => {
  let number = 0;
  let toBeacons = 0;
  let coin = { txid: '', satoshis: 0n, ...openAddress(0) };

  /** Draws on the faucet once what is left does not pay for so many transactions. */
  const demandCoin = (count: number): void => {
    if (coin.satoshis >= BigInt(count + 1) * (FEE + TO_BEACON)) return;
    number += 1;
    const address = openAddress(number);
    coin = { txid: node.fund(binToHex(address.lockingBytecode), COIN).txid, satoshis: COIN, ...address };
  };
  const next = (): string => {
    number += 1;
    const address = openAddress(number);
    const pays = number % A_BEACON_IN === 0;
    if (pays) toBeacons += 1;
    const satoshis = coin.satoshis - FEE - (pays ? TO_BEACON : 0n);
    const beacon = beaconLockingBytecode(beaconEpoch(node.tip.height), toBeacons % BEACON_SHARDS);
    const transaction: TransactionCommon = {
      version: 2,
      inputs: [
        {
          outpointTransactionHash: hexToBin(coin.txid),
          outpointIndex: 0,
          sequenceNumber: 0xffffffff,
          unlockingBytecode: encodeDataPush(coin.redeem),
        },
      ],
      outputs: [
        { lockingBytecode: address.lockingBytecode, valueSatoshis: satoshis },
        ...(pays ? [{ lockingBytecode: beacon, valueSatoshis: TO_BEACON }] : []),
      ],
      locktime: 0,
    };
    const bytes = encodeTransactionCommon(transaction);
    coin = { txid: binToHex(hash256(bytes).reverse()), satoshis, ...address };
    return binToHex(bytes);
  };
  return {
    get toBeacons() {
      return toBeacons;
    },
    mine(count) {
      if (count === 0) {
        node.mine();
        return;
      }
      demandCoin(count);
      const own = node.mempool().map(({ txid }) => txid);
      node.mine(1, { transactions: [...own, ...Array.from({ length: count }, next)] });
    },
  };
};
