import { binToHex, type Output } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { ServerMistrustedError } from '../electrum-errors.js';
import { amountOf, fieldsOf, hashOf, hexOf, integerOf, listOf } from './answers.js';

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
