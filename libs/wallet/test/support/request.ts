import { binToHex, encodeTransactionCommon, stringify } from '@bitauth/libauth';
import {
  MockNetworkProvider,
  placeholderP2PKHUnlocker,
  TransactionBuilder,
  type Output,
  type UnlockableUtxo,
  type Unlocker,
  type Utxo,
  type WcTransactionObject,
} from 'cashscript';
import type { Wallet } from '../../src/index.js';

export const provider = new MockNetworkProvider({ vmTarget: 'BCH_2026_05' });

/** Coins with made-up, distinct outpoints; output 0 of nothing that exists. */
export const coin = (number: number, satoshis: bigint, token?: Utxo['token']): Utxo => ({
  txid: number.toString(16).padStart(64, '0'),
  vout: number % 7,
  satoshis,
  ...(token === undefined ? {} : { token }),
});

export const ofWallet = ({ address }: Wallet, utxo: Utxo): UnlockableUtxo => ({
  ...utxo,
  unlocker: placeholderP2PKHUnlocker(address),
});

export const byUnlocker = (utxo: Utxo, unlocker: Unlocker): UnlockableUtxo => ({ ...utxo, unlocker });

/** What a dapp would ask to be signed. */
export const request = (
  inputs: UnlockableUtxo[],
  outputs: Output[],
  options: { broadcast?: boolean; userPrompt?: string } = { broadcast: false },
): WcTransactionObject =>
  new TransactionBuilder({ provider }).addInputs(inputs).addOutputs(outputs).generateWcTransactionObject(options);

const plainText = (_: string, value: unknown): unknown => {
  if (value instanceof Uint8Array) return binToHex(value);
  return typeof value === 'bigint' ? value.toString() : value;
};

const parsed = (json: string): unknown => JSON.parse(json);

/** One request in every encoding a wallet may meet. */
export const encodings = (wc: WcTransactionObject): (readonly [string, unknown])[] => {
  const encoded = { ...wc, transaction: binToHex(encodeTransactionCommon(wc.transaction)) };
  return [
    ['native', wc],
    ['native with the transaction encoded', encoded],
    ['tagged', parsed(stringify(wc))],
    ['tagged, as text', stringify(wc)],
    ['tagged with the transaction encoded', parsed(stringify(encoded))],
    ['plain', parsed(JSON.stringify(wc, plainText))],
    ['plain, as text', JSON.stringify(wc, plainText)],
    ['plain with the transaction encoded', parsed(JSON.stringify(encoded, plainText))],
  ];
};
