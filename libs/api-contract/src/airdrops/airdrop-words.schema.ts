import Type, { type Static } from 'typebox';
import { idParams } from '../shared/requests.schema.js';

/** Status of a campaign. */
export const AirdropStatus = Type.Enum(['PENDING', 'ACTIVE', 'COMPLETED', 'CANCELLED'], {
  description:
    '`PENDING` until its funding is confirmed, `ACTIVE` while it can be claimed from, `COMPLETED` when every claim there can be was made, `CANCELLED` when the creator took back the rest.',
});
export type AirdropStatus = Static<typeof AirdropStatus>;

/** Path parameters of a single campaign. */
export const AirdropParams = idParams('campaign');

/** A hash of 32 bytes in a response. */
export const Digest = (description: string) => Type.String({ description: `${description} 64 hex characters.` });
