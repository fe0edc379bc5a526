import Type from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { Nullable } from '../shared/nullable.js';

/** What returns to the sender of a cancelled stream. */
export const StreamRefund = Type.Object(
  {
    amount: Amount('What the refund returns to the sender; while `pending`, if nobody pushes any more.'),
    amountBase: BaseAmount(),
    amount_base: { ...BaseAmount(), description: 'The same again, as it was called at first.', deprecated: true },
    status: Type.Enum(['pending', 'sent', 'confirmed'], {
      description: '`pending` until the notice is over and the refund is broadcast.',
    }),
    txHash: Nullable(Type.String({ description: 'Hash of the refund, once sent.' })),
    availableAtHeight: Nullable(
      Type.Integer({ description: 'First block that may hold the refund; null until the cancel is mined.' }),
    ),
  },
  { title: 'StreamRefund', description: 'The refund of a cancelled stream; null for any other.' },
);
