import type { Output } from '@bitauth/libauth';
import { littleEndian } from '../support/bytes.js';
import { CLOCK } from '../support/clock.js';
import { coinNamed, FUNDED } from '../support/coins.js';
import type { ChainPoint, Coin } from '../support/transaction.js';
import type { Stream } from './stream.js';

export interface VestingState {
  readonly cancelled: boolean;
  /** Satoshis, or base units of the token. */
  readonly released: bigint;
  /** Unix seconds. */
  readonly latest: bigint;
}

/** The 15 bytes of a state. */
export const commitmentOf = ({ cancelled, released, latest }: VestingState): Uint8Array =>
  Uint8Array.of(1, cancelled ? 1 : 0, ...littleEndian(released, 8), ...littleEndian(latest, 5));

export const readState = (output: Output): VestingState => {
  const commitment = output.token?.nft?.commitment ?? new Uint8Array();
  const integer = (from: number, to: number) =>
    commitment.slice(from, to).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return { cancelled: commitment[1] === 1, released: integer(2, 10), latest: integer(10, 15) };
};

/** The state's output: its NFT, and the clock unit while the stream is active. */
export const stateOutput = (stream: Stream, state: VestingState, valueSatoshis: bigint): Output => ({
  lockingBytecode: stream.lockingBytecode,
  valueSatoshis,
  token: {
    category: stream.category,
    amount: state.cancelled ? 0n : 1n,
    nft: { capability: 'mutable', commitment: commitmentOf(state) },
  },
});

export const clockOutput = (stream: Stream, valueSatoshis: bigint): Output => ({
  lockingBytecode: CLOCK.lockingBytecode,
  valueSatoshis,
  token: { category: stream.category, amount: 1n },
});

export const clockCoin = (stream: Stream, valueSatoshis: bigint, mined: ChainPoint = FUNDED): Coin =>
  coinNamed(`clock of ${stream.terms.label}`, clockOutput(stream, valueSatoshis), { mined });
