import Type, { type Static } from 'typebox';

/** Product of a row. */
export const ActivityType = Type.Enum(['STREAM', 'PAYMENT', 'AIRDROP', 'TREASURY'], {
  description: '`TREASURY` is a proposal to spend from a public vault.',
});

/** Status of a row, as the explorer filters it. */
export const ActivityStatus = Type.Enum(['ACTIVE', 'PENDING', 'COMPLETED', 'CANCELLED'], {
  description:
    'A paused payment counts as `ACTIVE`. A proposal is `ACTIVE` until it is carried out (`COMPLETED`) or rejected (`CANCELLED`), never `PENDING`.',
});
export type ActivityStatus = Static<typeof ActivityStatus>;
