import { readFileSync } from 'node:fs';
import type { Output } from '@bitauth/libauth';
import { fromNodeOutput } from '../../src/node/chain/node-transaction.js';
import type { TokenData } from '../../src/node/node.types.js';
import { decodeTransactionHex, outpointKey, type Transaction } from '../../src/node/primitives/transaction.js';
import type { Coin } from '../../src/node/rules/check-transaction.js';
import type { ValidationContext } from '../../src/node/rules/validate-transaction.js';

export interface RecordedToken extends Pick<TokenData, 'category' | 'nft'> {
  readonly amount: string;
}

interface RecordedOutput {
  readonly txid: string;
  readonly vout: number;
  readonly valueSatoshis: string;
  readonly lockingBytecode: string;
  readonly token?: RecordedToken;
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

export const outputOf = ({ lockingBytecode, token, valueSatoshis }: Omit<RecordedOutput, 'txid' | 'vout'>): Output =>
  fromNodeOutput({
    lockingBytecode,
    satoshis: BigInt(valueSatoshis),
    ...(token && { token: { ...token, amount: BigInt(token.amount) } }),
  });

/** Where nothing was recorded of a coin's age, it was old enough for each case. */
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

/** Recorded cases that the node refused, as the rules of May 2025 say, and that those of May 2026 allow. */
const TAKEN: ReadonlySet<string> = new Set([
  // Locking bytecode of no known pattern, up to 201 bytes.
  'output type bare OP_1 (P2S), value 3000',
  'output type bare 201-byte (P2S), value 3000',
  'OP_RETURN followed by a truncated push',
  'output: bare multisig 1-of-4',
  'output: bare empty locking bytecode',
  'output: bare OP_1',
  'output: bare OP_2 OP_2 OP_ADD OP_4 OP_NUMEQUAL',
  'output: bare 200 bytes',
  'output: bare 201 bytes',
  'output: bare undefined opcode 0xff',
  'output: bare truncated push',
  'output: bare P2SH-like with 21-byte hash',
  'spend: bare OP_1',
  'spend: bare OP_2 OP_2 OP_ADD OP_4 OP_NUMEQUAL',
  'spend: bare 201 bytes',
  'raw prefix: amount left out: 0x76 of the P2PKH bytecode is read as amount 118, the locking bytecode left is a non-standard a914..',
  // Unlocking bytecode of up to 10,000 bytes.
  'P2SH32 unlocking bytecode of 1651 bytes (one data push, OP_DROP OP_1)',
  'P2SH32 unlocking bytecode of 9999 bytes (one data push, OP_DROP OP_1)',
  'P2SH32 unlocking bytecode of 10000 bytes (one data push, OP_DROP OP_1)',
  'P2SH32 unlocking bytecode of 10000 bytes (two data pushes)',
  // Opcodes.
  'P2SH32: loop OP_BEGIN OP_UNTIL',
  'P2SH32: OP_DEFINE OP_INVOKE',
  'P2SH32: OP_LSHIFTNUM',
  // Commitments of up to 128 bytes.
  'output type P2PKH + mutable NFT 128-byte commitment, value 3000',
  'output type P2SH32 + minting NFT 128-byte commitment + FT max, value 3000',
  'genesis: mutable NFT with a 41-byte commitment',
  'genesis: mutable NFT with a 42-byte commitment',
  'genesis: mutable NFT with a 127-byte commitment',
  'genesis: mutable NFT with a 128-byte commitment',
  'mutable bb -> mutable 41 bytes',
  'minting -> NFT with 41-byte commitment',
]);

/** Still refused, for its value of 0: its pattern is not a reason any longer. */
const DUST = 'OP_RETURN followed by a non-push opcode (OP_DUP)';

/** What was recorded, and where the rules of May 2026 say otherwise, what they say. */
export const since2026 = (recorded: RecordedCase): RecordedCase => {
  if (recorded.name === DUST) return { ...recorded, reason: '64: dust', rpcError: 'dust (code 64)' };
  if (!TAKEN.has(recorded.name)) return recorded;
  if (recorded.accepted) throw new Error(`The node took it: ${recorded.name}`);
  const { rpcError: _text, blockReason: _reason, ...rest } = recorded;
  return {
    ...rest,
    accepted: true,
    reason: null,
    ...(rest.blockAccepted === undefined ? {} : { blockAccepted: true }),
  };
};
