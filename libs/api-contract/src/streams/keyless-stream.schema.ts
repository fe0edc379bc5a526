import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { AsOf, Success } from '../shared/fields.schema.js';
import { Nullable } from '../shared/nullable.js';
import { NoFields, RequestBody } from '../shared/requests.schema.js';
import { route } from '../shared/route.js';
import { AssetCategory } from '../tokens/token.schema.js';
import { StreamParams } from './stream-words.schema.js';
import { StreamResource } from './stream.schema.js';

export const RefundResponse = Type.Object(
  {
    success: Success(),
    message: Type.String(),
    txHash: Type.String({ description: 'Hash of the refund.' }),
    amount: Amount('What it returns to the sender.'),
    amountBase: BaseAmount(),
    stream: StreamResource,
  },
  { title: 'RefundResponse', description: 'The refund that was sent.' },
);
export type RefundResponse = Static<typeof RefundResponse>;

export const PushBody = RequestBody({
  broadcast: Type.Optional(
    Type.Boolean({ description: 'Whether to send the push; else it is only built. Default false.' }),
  ),
});

export const PushResponse = Type.Object(
  {
    success: Success(),
    amount: Amount('What the push pays the recipient.'),
    amountBase: BaseAmount(),
    tokenCategory: AssetCategory(),
    asOf: AsOf(),
    txHex: Type.String({ description: 'The complete transaction as hex: anyone may broadcast it.' }),
    txHash: Nullable(Type.String({ description: 'Its hash when it was broadcast.' })),
  },
  { title: 'PushResponse', description: 'The push.' },
);
export type PushResponse = Static<typeof PushResponse>;

export const refundStream = route({
  operationId: 'refundStream',
  tags: ['streams'],
  summary: 'Send the refund of a cancelled stream',
  description:
    "Sends the rest of a cancelled stream to its sender once the notice is over, and first to its recipient what vested until then, where the contract pays for it; the service does so by itself as well. Needs nobody's signature. A refund that was sent already is answered again.",
  params: StreamParams,
  body: NoFields,
  response: { 200: RefundResponse },
  errors: ['WRONG_STATE', 'NOTICE_NOT_OVER', 'FEE_RATE_TOO_HIGH', 'BROADCAST_REJECTED', 'CHAIN_UNAVAILABLE'],
});

export const pushStream = route({
  operationId: 'pushStream',
  tags: ['streams'],
  summary: 'Push what is due to the recipient',
  description:
    "Builds, and with `broadcast` sends, the payment to the recipient that needs nobody's signature, where the contract can pay its fee: while it is active, and while a notice runs, for every payment of a 16th of what is left at least.",
  params: StreamParams,
  body: PushBody,
  response: { 200: PushResponse },
  errors: ['WRONG_STATE', 'NOTHING_TO_PUSH', 'FEE_RATE_TOO_HIGH', 'BROADCAST_REJECTED', 'CHAIN_UNAVAILABLE'],
});
