import { binToHex, isHex, type Output } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { ServerMistrustedError } from '../pool/electrum-errors.js';

/** Reads a server's answers; one without the shape that the protocol promises is refused. */
type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks that an answer is an object, and returns its fields. @throws ServerMistrustedError */
export const fieldsOf = (value: unknown, what: string): Fields => {
  if (isFields(value)) return value;
  throw new ServerMistrustedError(`${what} is not an object`);
};

/** Checks that an answer is an array. @throws ServerMistrustedError */
export const listOf = (value: unknown, what: string): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  throw new ServerMistrustedError(`${what} is not a list`);
};

/** Checks that an answer is hex, of any length or of a given number of bytes. */
export const hexOf = (value: unknown, what: string, bytes?: number): string => {
  if (typeof value === 'string' && isHex(value) && (bytes === undefined || value.length === 2 * bytes)) return value;
  throw new ServerMistrustedError(`${what} is not hex${bytes === undefined ? '' : ` of ${bytes} bytes`}`);
};

/** Checks that an answer is a transaction's or block's hash. */
export const hashOf = (value: unknown, what: string): string => hexOf(value, what, 32);

/** Checks that an answer is a whole number, at least `least`. */
export const integerOf = (value: unknown, what: string, least = 0): number => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  throw new ServerMistrustedError(`${what} is not an integer from ${least}`);
};

/** Parses a token amount, which servers send as decimal text. */
export const amountOf = (value: unknown, what: string): bigint => {
  if (typeof value === 'string' && /^\d{1,19}$/.test(value)) return BigInt(value);
  throw new ServerMistrustedError(`${what} is not an amount`);
};

/**
 * Decodes hex that was checked to be such. For a transaction of 100 kB this is a hundred times faster than a list of
 * pairs, and a plan's cancel needs it hundreds of times.
 */
export const hexToBytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

/** Encodes bytes as lower-case hex. */
export const bytesToHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

/** An unspent output, in cashscript's form. `height` is 0 or less in the mempool. */
export type UnspentOutput = Utxo & { readonly height: number };

const CAPABILITIES = ['none', 'mutable', 'minting'] as const;

const tokenOf = (given: unknown): Utxo['token'] => {
  if (given === undefined) return undefined;
  const token = fieldsOf(given, 'token_data');
  const base = { category: hashOf(token['category'], 'category'), amount: amountOf(token['amount'] ?? '0', 'amount') };
  if (token['nft'] === undefined) return base;
  const nft = fieldsOf(token['nft'], 'nft');
  const capability = CAPABILITIES.find((known) => known === nft['capability']);
  if (capability === undefined) throw new ServerMistrustedError('An NFT has no known capability');
  return { ...base, nft: { capability, commitment: hexOf(nft['commitment'] ?? '', 'commitment') } };
};

/** Converts an output of a mempool transaction to the form of a listed one. */
export const toUnspent = (txid: string, vout: number, { valueSatoshis, token }: Output): UnspentOutput => ({
  txid,
  vout,
  satoshis: valueSatoshis,
  height: 0,
  ...(token !== undefined && {
    token: {
      amount: token.amount,
      category: binToHex(token.category),
      ...(token.nft !== undefined && {
        nft: { capability: token.nft.capability, commitment: binToHex(token.nft.commitment) },
      }),
    },
  }),
});

/** Parses `blockchain.scripthash.listunspent`. */
export const parseUnspent = (answer: unknown): UnspentOutput[] =>
  listOf(answer, 'listunspent').map((row) => {
    const output = fieldsOf(row, 'an unspent output');
    const token = tokenOf(output['token_data']);
    return {
      txid: hashOf(output['tx_hash'], 'tx_hash'),
      vout: integerOf(output['tx_pos'], 'tx_pos'),
      satoshis: BigInt(integerOf(output['value'], 'value')),
      height: integerOf(output['height'], 'height', -1),
      ...(token !== undefined && { token }),
    };
  });

/** A transaction in a script's history. `height` is 0 or less in the mempool. */
export interface HistoryEntry {
  readonly txid: string;
  readonly height: number;
}

/** Parses `blockchain.scripthash.get_history`. */
export const parseHistory = (answer: unknown): HistoryEntry[] =>
  listOf(answer, 'get_history').map((row) => {
    const entry = fieldsOf(row, 'a history entry');
    return { txid: hashOf(entry['tx_hash'], 'tx_hash'), height: integerOf(entry['height'], 'height', -1) };
  });
