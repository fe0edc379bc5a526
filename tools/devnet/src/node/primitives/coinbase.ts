import { bigIntToVmNumber, encodeDataPush, encodeTransaction, vmNumberToBigInt } from '@bitauth/libauth';
import { decodeTransaction, type Transaction } from './transaction.js';

export interface CoinbaseTerms {
  readonly height: number;
  /** Distinguishes coinbases of equal height and payee: those of rival branches must not share a txid. */
  readonly extraNonce: number;
  /** Satoshis: the subsidy and the fees of the block. */
  readonly value: bigint;
  readonly lockingBytecode: Uint8Array;
}

const flags = Buffer.from('/EB32.0/');

/** Encodes the height with which a coinbase must begin (BIP34), as a minimal push. */
export const heightPush = (height: number): Uint8Array => encodeDataPush(bigIntToVmNumber(BigInt(height)));

/** Encodes the extra nonce, which miners push as bytes however small it is. */
const noncePush = (extraNonce: number): Uint8Array => {
  const bytes = bigIntToVmNumber(BigInt(extraNonce));
  return Uint8Array.of(bytes.length, ...bytes);
};

/** Reads the extra nonce of a coinbase that {@link buildCoinbase} built for this height; 0 if it is another's. */
export const extraNonceOf = ({ content }: Transaction, height: number): number => {
  const script = content.inputs[0]?.unlockingBytecode ?? new Uint8Array();
  const at = heightPush(height).length;
  const nonce = vmNumberToBigInt(script.slice(at + 1, at + 1 + (script[at] ?? 0)), { requireMinimalEncoding: false });
  return typeof nonce === 'bigint' ? Number(nonce) : 0;
};

/** Builds the first transaction of a block in the form BCHN's miner uses. */
export const buildCoinbase = ({ extraNonce, height, lockingBytecode, value }: CoinbaseTerms): Transaction => {
  const raw = encodeTransaction({
    version: 2,
    inputs: [
      {
        outpointTransactionHash: new Uint8Array(32),
        outpointIndex: 0xffff_ffff,
        sequenceNumber: 0xffff_ffff,
        unlockingBytecode: Buffer.concat([heightPush(height), noncePush(extraNonce), encodeDataPush(flags)]),
      },
    ],
    outputs: [{ lockingBytecode, valueSatoshis: value }],
    locktime: 0,
  });
  const transaction = decodeTransaction(raw);
  if (transaction === undefined) throw new Error('A coinbase did not decode.');
  return transaction;
};
