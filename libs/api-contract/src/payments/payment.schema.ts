import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { AsOf, ContractAddress, PartyAddress, Timestamp } from '../shared/fields.schema.js';
import { Nullable } from '../shared/nullable.js';
import { StreamRefund } from '../streams/stream-refund.schema.js';
import { TokenType } from '../streams/stream-words.schema.js';
import { TokenCategory } from '../tokens/token.schema.js';
import { PaymentInterval, PaymentStatus } from './payment-words.schema.js';

const NEXT_PAYMENT =
  'When the next period falls due, Unix seconds; null while paused, and once it is cancelled or complete.';

/** The pause of a payment. */
export const PaymentPause = Type.Object(
  {
    settled: Type.Boolean({ description: 'Whether its notice is over: only then can the payment be resumed.' }),
    availableAtHeight: Nullable(
      Type.Integer({
        description: 'First block that may settle it; null until the pause is mined, and once it is settled.',
      }),
    ),
  },
  { title: 'PaymentPause', description: 'The pause of a payment; null unless it is PAUSED.' },
);

/** A stored payment. */
export const PaymentResource = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    payment_id: Type.String({ description: 'The display id.', examples: ['#WEIR-PAY-000001'] }),
    vault_id: Nullable(
      Type.String({ description: 'The vault it is linked to; of a private one, shown to its members alone.' }),
    ),
    sender: PartyAddress(
      'The named sender: who may pause and cancel, and gets back what is left. Anybody can name them by funding; whether they paid, `funded_by_sender` says.',
    ),
    recipient: PartyAddress('Who receives it.'),
    recipient_name: Nullable(Type.String({ description: "The sender's name for the recipient." })),
    token_type: TokenType,
    token_category: Nullable(TokenCategory()),
    amount_per_period: Amount('What each period pays.'),
    amount_per_period_base: BaseAmount(),
    total_amount: Amount('What all funded periods pay.'),
    total_amount_base: BaseAmount(),
    interval: PaymentInterval,
    interval_seconds: Type.Integer({ description: 'Seconds of an interval.' }),
    intervalSeconds: Type.Integer({ description: 'The same again.' }),
    start_date: Timestamp('When the first period falls due.'),
    end_date: Nullable(Timestamp('No period falls due after it.')),
    next_payment_date: Nullable(Type.Integer({ description: NEXT_PAYMENT })),
    nextPaymentDate: Nullable(Type.Integer({ description: 'The same again.' })),
    total_paid: Amount('What the recipient has been paid.'),
    total_paid_base: BaseAmount(),
    payment_count: Type.Integer({ description: 'Periods paid.' }),
    periods_funded: Type.Integer({ description: 'Periods the funding pays for: 12, or fewer up to the end.' }),
    claimable_amount: Amount('What is due at `as_of`.'),
    claimable_amount_base: BaseAmount(),
    periods_due: Type.Integer({ description: 'Periods due at `as_of`.' }),
    status: PaymentStatus,
    settled: Nullable(
      Type.Boolean({
        description: 'Of a PAUSED payment: whether the notice of the pause is over; null for any other.',
      }),
    ),
    pause: Nullable(PaymentPause),
    cancelable: Type.Boolean({ description: 'Whether the sender may cancel.' }),
    pausable: Type.Boolean({ description: 'Whether the sender may pause.' }),
    cancel_notice_blocks: Type.Integer({
      description: 'Blocks between a cancel and its refund, and between a pause and its settling.',
    }),
    contract_address: ContractAddress(),
    nft_commitment: Nullable(
      Type.String({ description: "The contract's state as hex, as last recorded; null once the contract has ended." }),
    ),
    funding_tx_hash: Nullable(Type.String({ description: 'Hash of the confirmed funding.' })),
    funded_by_sender: Nullable(
      Type.Boolean({
        description:
          "Whether the confirmed funding spent a coin of the named sender's address: false where others paid and named them. Null while PENDING, and where it is not known.",
      }),
    ),
    activated_at: Nullable(Type.Integer({ description: 'When the funding was confirmed here, Unix seconds.' })),
    expires_at: Nullable(
      Type.Integer({
        description:
          'Unix seconds until which the record is kept without funding, at least; null once it is funded, and where it is kept for ever.',
      }),
    ),
    created_at: Type.Integer({ description: 'Unix seconds.' }),
    updated_at: Type.Integer({ description: 'Unix seconds.' }),
    refund: Nullable(StreamRefund),
    as_of: AsOf(),
  },
  { title: 'Payment', description: 'A recurring payment.' },
);
export type PaymentResource = Static<typeof PaymentResource>;
