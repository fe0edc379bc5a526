import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';

/** One transaction that paid one or more due periods. */
export const PaymentExecution = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    payment_id: Type.String({ format: 'uuid', description: "The payment's `id`." }),
    amount: Amount('What was paid.'),
    amount_base: BaseAmount(),
    intervals: Type.Integer({ description: 'Periods it paid.' }),
    paid_at: Type.Integer({ description: 'When it was recorded, Unix seconds.' }),
    tx_hash: Type.String(),
    source: Type.Enum(['confirm', 'chain'], {
      description:
        '`confirm`: reported by confirm-claim; `chain`: found on the chain (pushes, pauses, cancels, claims never confirmed here).',
    }),
  },
  { title: 'PaymentExecution', description: 'Periods paid to the recipient by one transaction.' },
);
export type PaymentExecution = Static<typeof PaymentExecution>;
