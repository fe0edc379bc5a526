import type { Output } from '@bitauth/libauth';
import { littleEndian } from '../support/bytes.js';
import { coinNamed } from '../support/coins.js';
import { COMPANION } from '../support/contract.js';
import type { Coin } from '../support/transaction.js';
import { type Campaign, TOKEN } from './campaign.js';

interface LaneState {
  readonly root: Uint8Array;
  readonly lane: number;
  readonly claims: bigint;
}

/** The 40 bytes of a state. */
export const commitmentOf = ({ root, lane, claims }: LaneState): Uint8Array =>
  Uint8Array.of(...root, 1, ...littleEndian(BigInt(lane), 2), ...littleEndian(claims, 5));

export const readState = (output: Output): LaneState => {
  const commitment = output.token?.nft?.commitment ?? new Uint8Array();
  const integer = (from: number, to: number) =>
    commitment.slice(from, to).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return { root: commitment.slice(0, 32), lane: Number(integer(33, 35)), claims: integer(35, 40) };
};

export const stateOutput = (
  { lockingBytecode, category }: Pick<Campaign, 'lockingBytecode' | 'category'>,
  state: LaneState,
  valueSatoshis: bigint,
): Output => ({
  lockingBytecode,
  valueSatoshis,
  token: { category, amount: 0n, nft: { capability: 'mutable', commitment: commitmentOf(state) } },
});

/** An output of tokens given away; without a token when there are none. */
export const tokenOutput = (lockingBytecode: Uint8Array, amount: bigint, valueSatoshis: bigint): Output => ({
  lockingBytecode,
  valueSatoshis,
  ...(amount === 0n ? {} : { token: { category: TOKEN, amount } }),
});

/** A lane's coins as a transition finds them. */
export interface Lane {
  readonly state: Coin;
  /** The tokens beside the state, in token mode. */
  readonly companion?: Coin;
}

/** A lane made by one funding, at the place its number gives it. */
export const fundLane = (campaign: Campaign, state: LaneState, value: bigint, tokens = 0n): Lane => {
  const label = `funding of ${campaign.terms.nonce}`;
  if (campaign.terms.asset === 'BCH')
    return { state: coinNamed(label, stateOutput(campaign, state, value), { vout: 1 + state.lane }) };
  const vout = 1 + 2 * state.lane;
  return {
    state: coinNamed(label, stateOutput(campaign, state, value), { vout }),
    companion: coinNamed(label, tokenOutput(COMPANION.lockingBytecode, tokens, 1_000n), { vout: vout + 1 }),
  };
};
