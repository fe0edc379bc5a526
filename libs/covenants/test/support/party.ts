import type { Output, Utxo } from 'cashscript';
import { createWallet } from '@weir/wallet';
import {
  encodeWcTransaction,
  type KeylessTransaction,
  lockingBytecodeOf,
  type UnsignedTransaction,
  type WalletCoins,
} from '../../src/index.js';
import { assemble } from '../../src/transaction/assemble.js';
import type { TestChain } from './chain.js';

/** Somebody with a wallet on a chain. */
export interface Party {
  /** What the wallet's key is made of. */
  readonly name: string;
  readonly hash: Uint8Array;
  readonly lockingBytecode: Uint8Array;
  /** What they own now. */
  coins(): Utxo[];
  /** Satoshis of all of it. */
  balance(): bigint;
  /** The wallet as builders take it. */
  funds(): WalletCoins;
  /** The wallet's signature of a text, base64. */
  sign(text: string): string;
  /** Has the wallet sign and broadcast; gives the txid. The node's refusal is thrown. */
  send(built: UnsignedTransaction): Promise<string>;
}

/** The encodings in turn, so that every path is signed from each of them. */
const forms = [
  ({ wcTransaction }: UnsignedTransaction): unknown => wcTransaction,
  ({ wcTransaction }: UnsignedTransaction): unknown => encodeWcTransaction(wcTransaction, 'tagged'),
  ({ wcTransaction }: UnsignedTransaction): unknown => encodeWcTransaction(wcTransaction, 'plain'),
] as const;

/** A party by name, with a coin of each of these values (satoshis). */
export const createParty = (chain: TestChain, name: string, ...satoshis: bigint[]): Party => {
  const wallet = createWallet({ privateKey: name, broadcast: async (hex) => Promise.resolve(chain.node.submit(hex)) });
  const hash = wallet.publicKeyHash;
  const lockingBytecode = lockingBytecodeOf(hash);
  chain.fund(lockingBytecode, ...satoshis);
  const coins = () => chain.coinsOf(lockingBytecode);
  let sent = 0;
  return {
    name,
    hash,
    lockingBytecode,
    coins,
    balance: () => coins().reduce((sum, coin) => sum + coin.satoshis, 0n),
    funds: () => ({ hash, coins: coins() }),
    sign: (text) => wallet.signMessage(text),
    async send(built) {
      const form = forms[sent % forms.length] ?? forms[0];
      sent += 1;
      const { signedTransactionHash } = await wallet.signTransaction(form(built));
      return signedTransactionHash;
    },
  };
};

/** Base units of a category that a party has. */
export const tokensOf = (party: Party, category: string): bigint =>
  party.coins().reduce((sum, { token }) => (token?.category === category ? sum + token.amount : sum), 0n);

/** An ordinary payment out of a party's wallet, change last; the txid. */
export const pay = (from: Party, ...outputs: (Output & { to: Uint8Array })[]): Promise<string> =>
  from.send(
    assemble({
      network: 'devnet',
      contractInputs: [],
      outputs,
      locktime: 0n,
      wallet: from.funds(),
      change: 'last',
      userPrompt: 'Pay',
    }),
  );

/** A transaction that the contract pays for. @throws Error where nodes ask for more than it may give */
export const keyless = (built: KeylessTransaction | undefined): KeylessTransaction => {
  if (built === undefined) throw new Error('The contract may not give as much as nodes ask');
  return built;
};
