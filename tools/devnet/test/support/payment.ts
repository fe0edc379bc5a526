import { createHash } from 'node:crypto';
import {
  binToHex,
  encodeLockingBytecodeP2pkh,
  encodeTransaction,
  generateSigningSerializationBch,
  hash160,
  hash256,
  hashTransaction,
  hexToBin,
  lockingBytecodeToCashAddress,
  type Output,
  secp256k1,
  type TransactionCommon,
} from '@bitauth/libauth';
import type { ChainNode } from '../../src/node/node.js';
import type { TokenData } from '../../src/node/node.types.js';

/** A key made from a text, its output script and its addresses on the devnet. */
export interface Key {
  readonly privateKey: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly lockingBytecode: string;
  readonly address: string;
  readonly tokenAddress: string;
  readonly scripthash: string;
}

const addressOf = (bytecode: Uint8Array, tokenSupport: boolean): string => {
  const encoded = lockingBytecodeToCashAddress({ bytecode, prefix: 'bchtest', tokenSupport });
  if (typeof encoded === 'string') throw new Error(encoded);
  return encoded.address;
};

/** Private key: sha256 of the text, as in the recorded scenes. */
export const keyOf = (text: string): Key => {
  const privateKey = createHash('sha256').update(text).digest();
  const publicKey = secp256k1.derivePublicKeyCompressed(privateKey);
  if (typeof publicKey === 'string') throw new Error(publicKey);
  const bytecode = encodeLockingBytecodeP2pkh(hash160(publicKey));
  return {
    privateKey,
    publicKey,
    lockingBytecode: binToHex(bytecode),
    address: addressOf(bytecode, false),
    tokenAddress: addressOf(bytecode, true),
    scripthash: createHash('sha256').update(bytecode).digest().reverse().toString('hex'),
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

const allForkId = 0x41;

const outputOf = ({ lockingBytecode, satoshis, token }: Payee): Output => ({
  lockingBytecode: hexToBin(lockingBytecode),
  valueSatoshis: satoshis,
  ...(token === undefined
    ? {}
    : {
        token: {
          amount: token.amount,
          category: hexToBin(token.category),
          ...(token.nft === undefined
            ? {}
            : { nft: { capability: token.nft.capability, commitment: hexToBin(token.nft.commitment) } }),
        },
      }),
});

/** A payment from P2PKH coins, signed with Schnorr signatures (ALL|FORKID). */
export const payment = (
  coins: readonly Coin[],
  payees: readonly Payee[],
  { locktime = 0, spoilsSignatures = false, version = 2 }: PaymentOptions = {},
): { hex: string; txid: string } => {
  const sourceOutputs = coins.map((coin) => outputOf({ ...coin, lockingBytecode: coin.key.lockingBytecode }));
  const transaction: TransactionCommon = {
    version,
    locktime,
    inputs: coins.map((coin) => ({
      outpointTransactionHash: hexToBin(coin.txid),
      outpointIndex: coin.vout,
      sequenceNumber: coin.sequence ?? 0xffff_ffff,
      unlockingBytecode: new Uint8Array(),
    })),
    outputs: payees.map(outputOf),
  };
  const unlocking = coins.map(({ key }, inputIndex) => {
    const serialization = generateSigningSerializationBch(
      { inputIndex, sourceOutputs, transaction },
      { coveredBytecode: hexToBin(key.lockingBytecode), signingSerializationType: Uint8Array.of(allForkId) },
    );
    const signature = secp256k1.signMessageHashSchnorr(key.privateKey, hash256(serialization));
    if (typeof signature === 'string') throw new Error(signature);
    if (spoilsSignatures) signature[40] = (signature[40] ?? 0) ^ 1;
    return Uint8Array.of(signature.length + 1, ...signature, allForkId, key.publicKey.length, ...key.publicKey);
  });
  transaction.inputs.forEach((input, index) => {
    input.unlockingBytecode = unlocking[index] ?? new Uint8Array();
  });
  const encoded = encodeTransaction(transaction);
  return { hex: binToHex(encoded), txid: hashTransaction(encoded) };
};

/** A fresh coin of a key, from the devnet's own money. */
export const coinFor = (node: ChainNode, key: Key, satoshis: bigint): Coin => {
  const { outputs, txid } = node.fund(key.lockingBytecode, satoshis);
  const vout = outputs.findIndex((output) => output.lockingBytecode === key.lockingBytecode);
  return { txid, vout, key, satoshis };
};
