/** The four covenants of plans. */
export type Kind = 'vesting-bch' | 'vesting-token' | 'recurring-bch' | 'recurring-token';

export const KINDS: readonly Kind[] = ['vesting-bch', 'vesting-token', 'recurring-bch', 'recurring-token'];

export const holdsTokens = (kind: Kind): boolean => kind.endsWith('token');
export const isRecurring = (kind: Kind): boolean => kind.startsWith('recurring');

/** The least satoshis of a payout's output in token mode. */
export const PAYOUT = 1_000n;

/** What builders propose for `bound`: 1.2 to 1.4 satoshis a byte of a payment, too little for an output of a rewriter's. */
export const BOUNDS: Readonly<Record<Kind, bigint>> = {
  'vesting-bch': 1_450n,
  'vesting-token': 2_600n,
  'recurring-bch': 1_750n,
  'recurring-token': 2_950n,
};

/** What a refund, a settling or, in token mode, the clock counts with. */
export const endBound = (kind: Kind, bound: bigint): bigint => (holdsTokens(kind) ? bound - PAYOUT : bound);

/** Where the outputs of a cancel, a stop or a resume stand for the state at an input. */
export interface Slots {
  readonly state: number;
  readonly companion: number | undefined;
  readonly clock: number;
  readonly payee: number;
}

export const slotsOf = (kind: Kind, input: number): Slots =>
  holdsTokens(kind)
    ? { state: 2 * input - 1, companion: 2 * input, clock: 2 * input + 1, payee: 2 * input + 2 }
    : { state: 3 * input - 2, companion: undefined, clock: 3 * input - 1, payee: 3 * input };
