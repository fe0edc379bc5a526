/** A point of a schedule. */
export interface VestedPoint {
  /** Unix seconds. */
  readonly time: number;
  readonly vestedAmountBase: bigint;
}

/** A payout and its time. */
export interface PaidEvent {
  readonly event: string;
  readonly at: number;
  readonly amount_base: bigint;
}

/** Adds the present to a schedule, with the amount vested by now; of one that is not funded nothing has. */
export const withPresent = (
  schedule: readonly VestedPoint[],
  {
    as_of: now,
    vested_amount_base: vested,
    status,
  }: { readonly as_of: number; readonly vested_amount_base: bigint; readonly status?: string },
): readonly VestedPoint[] => {
  const next = schedule.findIndex(({ time }) => time >= now);
  return status === 'PENDING' || next <= 0 || schedule[next]?.time === now
    ? schedule
    : schedule.toSpliced(next, 0, { time: now, vestedAmountBase: vested });
};

/** Returns the amounts vested at the points of a schedule; where the stream was cancelled, nothing vests beyond what had. */
export const vestedBy = (
  schedule: readonly VestedPoint[],
  { status, vested_amount_base: vested }: { readonly status?: string; readonly vested_amount_base: bigint },
): bigint[] => schedule.map(({ vestedAmountBase: base }) => (status === 'CANCELLED' && base > vested ? vested : base));

/** How long before the chain's time a draft may start and count as starting now, seconds: it was begun a while ago. */
const A_WHILE = 3_600;

/** Returns whether a draft starts in the past, so that part of it falls due with its funding. */
export const isBackdated = (stream: {
  readonly status?: string;
  readonly start_time: number;
  readonly as_of: number;
  readonly vested_amount_base: bigint;
}): boolean =>
  stream.status === undefined && stream.vested_amount_base > 0n && stream.as_of - stream.start_time > A_WHILE;

const PAYS: ReadonlySet<string> = new Set(['claimed', 'pushed', 'cancelled']);

/**
 * Returns what had been claimed at each time of a schedule, up to now and not beyond. @param asOf the chain's time,
 * Unix seconds
 */
export const claimedAt = (times: readonly number[], events: readonly PaidEvent[], asOf: number): (bigint | null)[] => {
  const paid = events.filter(({ event }) => PAYS.has(event));
  return times.map((time) =>
    time > asOf
      ? null
      : paid.reduce((sum, { at, amount_base }) => (Math.min(at, asOf) <= time ? sum + amount_base : sum), 0n),
  );
};

/** Returns how a cancel would split a stream now: the recipient's claimable amount, and what returns. */
export const splitNow = (stream: {
  readonly total_amount_base: bigint;
  readonly vested_amount_base: bigint;
  readonly withdrawn_amount_base: bigint;
}) => ({
  toRecipient: stream.vested_amount_base - stream.withdrawn_amount_base,
  toSender: stream.total_amount_base - stream.vested_amount_base,
});
