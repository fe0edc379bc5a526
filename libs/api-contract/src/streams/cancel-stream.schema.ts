import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { callerRequired } from '../shared/caller.js';
import { Address, AsOf, Success } from '../shared/fields.schema.js';
import { RequestBody } from '../shared/requests.schema.js';
import { buildRoute } from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { AssetCategory } from '../tokens/token.schema.js';
import { StreamParams } from './stream-words.schema.js';

export const CancelBody = RequestBody({
  sender: Address('The wallet that signs the cancel.'),
  allowUnsafeRecovery: Type.Optional(
    Type.Boolean({
      description:
        'Go on although the contract returns the rest to another wallet than the one that signs. Default false.',
    }),
  ),
});

export const CancelResponse = Type.Object(
  {
    success: Success(),
    vestedAmount: Amount("What has vested: the recipient's."),
    vestedAmountBase: BaseAmount(),
    unvestedAmount: Amount('What returns to the sender.'),
    unvestedAmountBase: BaseAmount(),
    tokenCategory: AssetCategory(),
    cancelReturnAddress: Type.String({ description: 'Where the contract returns the rest, whoever signs.' }),
    asOf: AsOf(),
    wcTransaction: WcTransaction,
    refund: Type.Object({
      amount: Amount(
        'What the refund returns if nobody pushes, reserve included. It goes on vesting until the notice ends, and the service pushes that to the recipient.',
      ),
      amountBase: BaseAmount(),
      availableAfterBlocks: Type.Integer({
        description: 'Blocks between the cancel and the refund, which the service sends by itself.',
      }),
    }),
  },
  { title: 'CancelResponse', description: 'The cancel, to be signed by the sender.' },
);
export type CancelResponse = Static<typeof CancelResponse>;

export const cancelStream = buildRoute({
  operationId: 'cancelStream',
  tags: ['streams'],
  summary: 'Build the cancel of a stream',
  description:
    'Only for the sender of a cancelable ACTIVE stream. 409 `UNSAFE_CANCEL_DESTINATION` when the contract would return the rest to another wallet than the one that signs.',
  security: callerRequired,
  params: StreamParams,
  body: CancelBody,
  response: { 200: CancelResponse },
  errors: ['NOT_CANCELABLE', 'UNSAFE_CANCEL_DESTINATION'],
});
