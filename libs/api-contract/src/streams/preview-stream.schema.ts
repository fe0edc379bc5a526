import Type, { type Static } from 'typebox';
import { Amount, BaseAmount } from '../shared/amount.schema.js';
import { callerOptional } from '../shared/caller.js';
import { Success } from '../shared/fields.schema.js';
import { route } from '../shared/route.js';
import { CreateStreamBody } from './create-stream-body.schema.js';
import { FundingTokens, RESERVE, Warnings } from './create-stream.schema.js';
import { SchedulePoint } from './stream-schedule.schema.js';
import { StreamTerms } from './stream.schema.js';

/** What a planned funding comes to. */
export const PreviewFunding = Type.Object({
  amount: Amount('BCH the state output must hold: the total of a stream of BCH, and `reserve`.', 'BCH'),
  amountBase: BaseAmount(),
  reserve: Amount(RESERVE, 'BCH'),
  reserveBase: BaseAmount(),
  networkFeeEstimate: Amount(
    'Fee of the funding by a wallet with one coin (for tokens one more with all of them).',
    'BCH',
  ),
  networkFeeEstimateBase: BaseAmount(),
  ...FundingTokens.properties,
});

export const PreviewStreamResponse = Type.Object(
  {
    success: Success(),
    stream: StreamTerms,
    funding: PreviewFunding,
    schedule: Type.Array(SchedulePoint, { description: 'The vesting curve.' }),
    warnings: Warnings(),
  },
  { title: 'PreviewStreamResponse', description: 'The stream as it would be, what it costs, its curve.' },
);
export type PreviewStreamResponse = Static<typeof PreviewStreamResponse>;

export const previewStream = route({
  operationId: 'previewStream',
  tags: ['streams'],
  summary: 'Preview a stream',
  description:
    'Validates and computes as creation does, and stores nothing. The contract address of the preview is not that of a later creation.',
  security: callerOptional,
  body: CreateStreamBody,
  response: { 200: PreviewStreamResponse },
  errors: ['INVALID_AMOUNT', 'INVALID_TIME', 'SCHEDULE_UNSOUND', 'WRONG_STATE'],
});
