import Type, { type Static } from 'typebox';

/** Status of a campaign. */
export const AirdropStatus = Type.Enum(['PENDING', 'ACTIVE', 'COMPLETED', 'CANCELLED'], {
  description:
    '`PENDING` until its funding is confirmed, `ACTIVE` while it can be claimed from, `COMPLETED` when every claim there can be was made, `CANCELLED` when the creator took back the rest.',
});
export type AirdropStatus = Static<typeof AirdropStatus>;

/** Path parameters of a single campaign. */
export const AirdropParams = Type.Object({
  id: Type.String({
    format: 'uuid',
    description: "The campaign's `id`.",
    examples: ['0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2'],
  }),
});

/** A hash of 32 bytes in a response. */
export const Digest = (description: string) => Type.String({ description: `${description} 64 hex characters.` });
