import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';

/** A payment from a stream to its recipient. */
export const StreamClaim = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    stream_id: Type.String({ format: 'uuid', description: "The stream's `id`." }),
    recipient: Type.String(),
    amount: Amount('What was paid.'),
    amount_base: BaseAmount(),
    claimed_at: Type.Integer({ description: 'When it was recorded, Unix seconds.' }),
    tx_hash: Type.String(),
    source: Type.Enum(['confirm', 'chain'], {
      description:
        '`confirm`: reported by confirm-claim; `chain`: found on the chain (pushes, claims never confirmed here).',
    }),
  },
  { title: 'StreamClaim', description: 'A payment to the recipient.' },
);
export type StreamClaim = Static<typeof StreamClaim>;
