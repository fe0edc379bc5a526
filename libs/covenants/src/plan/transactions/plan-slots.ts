import { P2SH32_DUST } from '../../chain/dust.js';
import type { Party } from '../../chain/party.js';
import type { PlannedOutput } from '../../transaction/assemble.js';

/**
 * The outputs of a stream that the sender moves by a coin at input 0. Its state is input i and goes to output 3i-2
 * (for tokens 2i-1), followed by companion, clock and recipient. In no covenant of plans do two streams share a
 * place: otherwise one payout could serve both.
 */
export interface SenderOutputs {
  /** The state and, for tokens, the companion. */
  readonly stream: readonly PlannedOutput[];
  readonly clock: PlannedOutput | undefined;
  readonly payee: PlannedOutput | undefined;
}

/** Returns the indexes of a stream's outputs by its input. */
export const slotsAt = (input: number, tokens: boolean) =>
  tokens
    ? { state: 2 * input - 1, clock: 2 * input + 1, payee: 2 * input + 2 }
    : { state: 3 * input - 2, clock: 3 * input - 1, payee: 3 * input };

/**
 * Lists the outputs from index 1 on. An unused place gets dust for the sender, so that the outputs behind it keep
 * theirs; at the end that is not needed.
 */
export const slottedOutputs = (streams: readonly SenderOutputs[], sender: Party): PlannedOutput[] => {
  const places = streams.flatMap(({ stream, clock, payee }) => [...stream, clock, payee]);
  const last = places.findLastIndex((place) => place !== undefined);
  return places.slice(0, last + 1).map((place) => place ?? { to: sender, amount: P2SH32_DUST });
};
