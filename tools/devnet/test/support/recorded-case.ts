import { readFileSync } from 'node:fs';
import { hexToBin, type Output } from '@bitauth/libauth';
import { decodeTransactionHex, outpointKey, type Transaction } from '../../src/node/primitives/transaction.js';
import type { Coin } from '../../src/node/rules/check-transaction.js';
import type { ValidationContext } from '../../src/node/rules/validate-transaction.js';

interface RecordedOutput {
  readonly txid: string;
  readonly vout: number;
  readonly valueSatoshis: string;
  readonly lockingBytecode: string;
  readonly token?: {
    readonly category: string;
    readonly amount: string;
    readonly nft?: { readonly capability: 'none' | 'mutable' | 'minting'; readonly commitment: string };
  };
}

/** A transaction offered to the real node, and its answers. */
export interface RecordedCase {
  readonly name: string;
  readonly group: string;
  readonly tx: string;
  readonly sourceOutputs: readonly RecordedOutput[];
  readonly context: {
    readonly height: number;
    readonly mtp: number;
    readonly coinHeight?: number;
    readonly coinHeights?: readonly number[];
    readonly mtpBeforeCoinBlock?: number;
    readonly parentUnconfirmed?: boolean;
  };
  readonly accepted: boolean;
  readonly reason: string | null;
  readonly rpcError?: string;
  readonly blockAccepted?: boolean;
  readonly blockReason?: string;
  readonly sendrawtransaction?: {
    readonly result?: string;
    readonly error?: { readonly code: number; readonly message: string };
  };
}

/** A fixture of the full node's, parsed. */
export const nodeFixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/node/${name}.json`, import.meta.url), 'utf8'));

/** Hex with its runs written out: `(ab*3)` is `ababab`. */
export const withRuns = (hex: string): string =>
  hex.replace(/\(([\da-f]+)\*(\d+)\)/g, (_, unit: string, count: string) => unit.repeat(Number(count)));

export const recordedTransaction = ({ tx }: { readonly tx: string }): Transaction => {
  const transaction = decodeTransactionHex(withRuns(tx));
  if (transaction === undefined) throw new Error('A recorded transaction does not decode.');
  return transaction;
};

const outputOf = ({ lockingBytecode, token, valueSatoshis }: RecordedOutput): Output => ({
  lockingBytecode: hexToBin(lockingBytecode),
  valueSatoshis: BigInt(valueSatoshis),
  ...(token && {
    token: {
      amount: BigInt(token.amount),
      category: hexToBin(token.category),
      ...(token.nft && {
        nft: { capability: token.nft.capability, commitment: hexToBin(token.nft.commitment) },
      }),
    },
  }),
});

/** Where nothing was recorded of a coin's age, it was old enough for whatever the case is about. */
const oldHeight = 1;

const coinOf = (output: RecordedOutput, index: number, { context }: RecordedCase): Coin => {
  const { coinHeight, coinHeights, height, mtp, mtpBeforeCoinBlock, parentUnconfirmed = false } = context;
  return {
    output: outputOf(output),
    height: parentUnconfirmed ? height + 1 : (coinHeights?.[index] ?? coinHeight ?? oldHeight),
    isCoinbase: false,
    medianTimeBefore: parentUnconfirmed ? mtp : (mtpBeforeCoinBlock ?? 0),
  };
};

/** The chain as it was when the case was recorded, as far as the transaction sees it. */
export const contextOf = (recorded: RecordedCase): ValidationContext => {
  const coins = new Map(
    recorded.sourceOutputs.map((output, index) => [
      outpointKey(output.txid, output.vout),
      coinOf(output, index, recorded),
    ]),
  );
  return {
    tip: { height: recorded.context.height, medianTimePast: recorded.context.mtp },
    coin: (outpoint) => coins.get(outpoint),
  };
};
