import type { Output } from '@bitauth/libauth';
import { SEQUENCE_PLAIN, type Coin, type Draft, type DraftInput } from '../../support/transaction.js';
import { following, PAIRS, signedBy, type Pair, type Vault } from './vault.js';

const satoshis = (outputs: readonly Output[]): bigint =>
  outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);

export interface Spend {
  readonly vault: Vault;
  /** Coins of the vault; the first one carries the signatures. */
  readonly coins: readonly Coin[];
  readonly outputs: readonly Output[];
  readonly pair?: Pair;
}

/** Coins of a vault spent by two signers, the outputs given as they are. */
export const draftSpend = ({ vault, coins, outputs, pair = PAIRS[0] }: Spend): Draft => ({
  version: 2,
  locktime: 0,
  inputs: coins.map((coin, index): DraftInput => ({
    coin,
    sequence: SEQUENCE_PLAIN,
    unlocking: index === 0 ? signedBy(vault, pair) : following(vault),
  })),
  outputs,
});

/** What is left of the coins' satoshis after these outputs and a fee. */
export const restOf = (coins: readonly Coin[], outputs: readonly Output[], fee: bigint): bigint =>
  satoshis(coins.map(({ output }) => output)) - satoshis(outputs) - fee;

/** Each coin to another place as it is; the first output pays the fee. */
export const movedTo = (coins: readonly Coin[], lockingBytecode: Uint8Array, fee: bigint): Output[] =>
  coins.map(({ output }, index) => ({
    ...output,
    lockingBytecode,
    valueSatoshis: output.valueSatoshis - (index === 0 ? fee : 0n),
  }));
