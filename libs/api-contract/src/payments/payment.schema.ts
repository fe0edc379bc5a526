import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { PartyAddress, Timestamp } from '../shared/fields.schema.js';
import { Nullable } from '../shared/nullable.js';
import { onchain, StreamResource } from '../streams/stream.schema.js';
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

/** A payment is a recurring stream in other words: what both have is the same. */
const {
  id,
  vault_id,
  recipient,
  token_type,
  token_category,
  cancelable,
  contract_address,
  nft_commitment,
  funding_tx_hash,
  funded_by_sender,
  activated_at,
  expires_at,
  created_at,
  updated_at,
  refund,
  as_of,
} = StreamResource.properties;

/** A stored payment. */
export const PaymentResource = Type.Object(
  {
    id,
    payment_id: Type.String({ description: 'The display id.', examples: ['#WEIR-PAY-000001'] }),
    vault_id,
    sender: PartyAddress(
      'The named sender: who may pause and cancel, and gets back what is left. Anybody can name them by funding; whether they paid, `funded_by_sender` says.',
    ),
    recipient,
    recipient_name: Nullable(Type.String({ description: "The sender's name for the recipient." })),
    token_type,
    token_category,
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
    cancelable,
    pausable: Type.Boolean({ description: 'Whether the sender may pause.' }),
    cancel_notice_blocks: Type.Integer({
      description: 'Blocks between a cancel and its refund, and between a pause and its settling.',
    }),
    contract_address,
    nft_commitment,
    funding_tx_hash,
    funded_by_sender,
    activated_at,
    expires_at,
    created_at,
    updated_at,
    refund,
    as_of,
  },
  { title: 'Payment', description: 'A recurring payment.' },
);
export type PaymentResource = Static<typeof PaymentResource>;

export const PaymentDetail = Type.Object(
  { ...PaymentResource.properties, ...onchain },
  { title: 'PaymentDetail', description: 'A payment, beside what the indexer sees of it.' },
);

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
