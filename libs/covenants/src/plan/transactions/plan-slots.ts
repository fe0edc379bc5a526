import { P2SH32_DUST } from '../../chain/dust.js';
import type { Party } from '../../chain/party.js';
import type { PlannedOutput } from '../../transaction/assemble.js';

/**
 * Where the outputs of a stream stand that the sender moves by a coin at input 0: its state is the input i, and the output
 * 3i-2 (of tokens 2i-1); behind it the companion, the clock, the recipient. No two streams share a place, in any covenant of
 * plans: else one payout could serve two of them.
 */
export interface SenderOutputs {
  /** The state, and of tokens the companion. */
  readonly stream: readonly PlannedOutput[];
  readonly clock: PlannedOutput | undefined;
  readonly payee: PlannedOutput | undefined;
}

/** Indexes of a stream's outputs by its input. */
export const slotsAt = (input: number, tokens: boolean) =>
  tokens
    ? { state: 2 * input - 1, clock: 2 * input + 1, payee: 2 * input + 2 }
    : { state: 3 * input - 2, clock: 3 * input - 1, payee: 3 * input };

/**
 * The outputs 1 and on. A place where nothing is due is taken by a little of the sender's own, so that those behind it keep
 * theirs; at the end there is no need.
 */
export const slottedOutputs = (streams: readonly SenderOutputs[], sender: Party): PlannedOutput[] => {
  const places = streams.flatMap(({ stream, clock, payee }) => [...stream, clock, payee]);
  const last = places.findLastIndex((place) => place !== undefined);
  return places.slice(0, last + 1).map((place) => place ?? { to: sender, amount: P2SH32_DUST });
};
