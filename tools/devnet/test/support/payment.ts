import {
  assertSuccess,
  binToHex,
  encodeTransaction,
  hashTransaction,
  hexToBin,
  lockingBytecodeToCashAddress,
  type TransactionCommon,
} from '@bitauth/libauth';
import { scripthashOf } from '../../src/electrum/index/indexed-output.js';
import { fromNodeOutput } from '../../src/node/chain/node-transaction.js';
import { openKey } from '../../src/node/faucet/payment.js';
import type { ChainNode } from '../../src/node/node.js';
import type { TokenData } from '../../src/node/node.types.js';

/** A key made from a text, its output script and its addresses on the devnet. */
export interface Key {
  readonly publicKey: Uint8Array;
  readonly lockingBytecode: string;
  readonly address: string;
  readonly tokenAddress: string;
  readonly scripthash: string;
  readonly signInput: ReturnType<typeof openKey>['signInput'];
}

const addressOf = (bytecode: Uint8Array, tokenSupport: boolean): string =>
  assertSuccess(lockingBytecodeToCashAddress({ bytecode, prefix: 'bchtest', tokenSupport })).address;

/** Private key: sha256 of the text, as in the recorded scenes. */
export const keyOf = (text: string): Key => {
  const { lockingBytecode: bytecode, ...key } = openKey(text);
  return {
    ...key,
    lockingBytecode: binToHex(bytecode),
    address: addressOf(bytecode, false),
    tokenAddress: addressOf(bytecode, true),
    scripthash: scripthashOf(binToHex(bytecode)),
  };
};

export interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly key: Key;
  readonly satoshis: bigint;
  readonly token?: TokenData;
  readonly sequence?: number;
}

interface Payee {
  readonly lockingBytecode: string;
  readonly satoshis: bigint;
  readonly token?: TokenData;
}

interface PaymentOptions {
  readonly version?: number;
  readonly locktime?: number;
  /** Alters one bit of each signature. */
  readonly spoilsSignatures?: boolean;
}

/** A payment from P2PKH coins, signed with Schnorr signatures (ALL|FORKID). */
export const payment = (
  coins: readonly Coin[],
  payees: readonly Payee[],
  { locktime = 0, spoilsSignatures = false, version = 2 }: PaymentOptions = {},
): { hex: string; txid: string } => {
  const sourceOutputs = coins.map((coin) => fromNodeOutput({ ...coin, lockingBytecode: coin.key.lockingBytecode }));
  const transaction: TransactionCommon = {
    version,
    locktime,
    inputs: coins.map((coin) => ({
      outpointTransactionHash: hexToBin(coin.txid),
      outpointIndex: coin.vout,
      sequenceNumber: coin.sequence ?? 0xffff_ffff,
      unlockingBytecode: new Uint8Array(),
    })),
    outputs: payees.map(fromNodeOutput),
  };
  const unlocking = coins.map(({ key }, inputIndex) => key.signInput({ inputIndex, sourceOutputs, transaction }));
  for (const [index, input] of transaction.inputs.entries()) {
    input.unlockingBytecode = unlocking[index] ?? new Uint8Array();
    if (spoilsSignatures) input.unlockingBytecode[41] = (input.unlockingBytecode[41] ?? 0) ^ 1;
  }
  const encoded = encodeTransaction(transaction);
  return { hex: binToHex(encoded), txid: hashTransaction(encoded) };
};

/** A fresh coin of a key, from the devnet's own money. */
export const coinFor = (node: ChainNode, key: Key, satoshis: bigint): Coin => {
  const { outputs, txid } = node.fund(key.lockingBytecode, satoshis);
  const vout = outputs.findIndex((output) => output.lockingBytecode === key.lockingBytecode);
  return { txid, vout, key, satoshis };
};
