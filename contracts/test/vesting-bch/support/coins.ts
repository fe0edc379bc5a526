import { coinNamed, FUNDED } from '../../support/coins.js';
import type { ChainPoint, Coin } from '../../support/transaction.js';
import { stateOutput, type VestingState } from '../../vesting/state.js';
import type { Stream } from '../../vesting/stream.js';
import { FLOOR } from './constants.js';

/** A state coin with `reserve` satoshis beyond the principal left and its floor; negative for a debt. */
export const stateCoin = (stream: Stream, state: VestingState, reserve: bigint, mined: ChainPoint = FUNDED): Coin => {
  const value = stream.terms.total - state.released + FLOOR + reserve;
  return coinNamed(`state of ${stream.terms.label}`, stateOutput(stream, state, value), { vout: 0, mined });
};
