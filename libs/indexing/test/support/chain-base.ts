import { binToHex } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { lockingBytecodeOf } from '@weir/covenants';
import { createNode, type ChainNode } from '@weir/devnet';
import { createWallet, type Wallet } from '@weir/wallet';

export const DAY = 86_400;
const NOW = 1_750_000_000;
/** The token's units, all of one wallet's. */
export const UNITS = 9_223_372_036_854_775_807n;

/** A wallet with its coins on the base chain. */
export interface BaseParty {
  readonly wallet: Wallet;
  readonly coins: readonly Utxo[];
}

/** A chain on which some wallets have coins; each one made is the same, transaction by transaction. */
export interface ChainBase {
  readonly node: ChainNode;
  /** One of eight who have a coin each. */
  party(number: number): BaseParty;
  /** A recipient with coins that pay for claims, each for one. */
  readonly claimant: BaseParty;
  /** Owns the token's entire supply. */
  readonly holder: BaseParty;
  /** The token's category. */
  readonly category: string;
  /** Unix seconds, earlier than the chain's clock. */
  readonly time: number;
}

const wallets = Array.from({ length: 8 }, (_, i) => createWallet({ privateKey: `base ${i}` }));
const holderWallet = createWallet({ privateKey: 'base holder' });
const claimantWallet = createWallet({ privateKey: 'base claimant' });
const CLAIMS = 20;

const script = ({ publicKeyHash }: Wallet): string => binToHex(lockingBytecodeOf(publicKeyHash));

const fund = (node: ChainNode, wallet: Wallet, value = 400_000_000n): Utxo => {
  const { txid, outputs } = node.fund(script(wallet), value);
  return { txid, vout: 0, satoshis: outputs[0]?.satoshis ?? 0n };
};

export const createBase = (): ChainBase => {
  const node = createNode({ now: NOW, premine: 101 });
  const parties = wallets.map((wallet) => ({ wallet, coins: [fund(node, wallet)] }));
  const { category, transaction } = node.mint(script(holderWallet), { amount: UNITS });
  const tokens: Utxo = {
    txid: transaction.txid,
    vout: 0,
    satoshis: transaction.outputs[0]?.satoshis ?? 0n,
    token: { category, amount: UNITS },
  };
  const holder = { wallet: holderWallet, coins: [fund(node, holderWallet), tokens] };
  const claimant = {
    wallet: claimantWallet,
    coins: Array.from({ length: CLAIMS }, () => fund(node, claimantWallet, 100_000n)),
  };
  // Deeper than any reorganisation.
  node.mine(11, { timeStep: 600 });
  return {
    node,
    party(number) {
      const found = parties[number];
      if (found === undefined) throw new Error('The base has too few parties');
      return found;
    },
    claimant,
    holder,
    category,
    time: NOW - 2 * DAY,
  };
};
