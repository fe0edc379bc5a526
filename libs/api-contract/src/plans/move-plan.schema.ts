import Type, { type Static } from 'typebox';
import { MAX_MOVED_STREAMS } from '@weir/kinds';
import { LeftOutStreams, STOP_LEFT_OUT } from '../shared/error.schema.js';
import { amountFields, Answer, AsOf, exact, Integer, Named, Uuid } from '../shared/fields.schema.js';
import { RequestBody } from '../shared/requests.schema.js';
import { buildRoute, callerRequired, confirmsOf } from '../shared/route.js';
import { WcTransaction } from '../shared/wc-transaction.schema.js';
import { AssetCategory } from '../tokens/token.schema.js';
import { planConfirmation } from './fund-plan.schema.js';
import { PlanParams, PlanStreamStatus } from './plan.schema.js';

const state = () =>
  Type.String({
    pattern: '^[0-9a-f]{64}:\\d{1,5}$',
    description: 'The output that holds the stream, `hash:index`, as the transaction spends it.',
  });

const MoveBody = RequestBody(
  {
    streamIds: Type.Array(Uuid(), {
      minItems: 1,
      maxItems: MAX_MOVED_STREAMS,
      description: 'The `id`s of the streams: 90 at most of BCH, 70 of a token.',
    }),
    previous: Type.Optional(
      Type.Array(RequestBody({ id: Uuid(), state: state() }), {
        maxItems: MAX_MOVED_STREAMS,
        description:
          '`id` and `state` of the `streams` in the previous answer, if its transaction was refused: those that moved since are left out and named.',
      }),
    ),
  },
  { title: 'MovePlanStreams' },
);

export const MovePlanResponse = Answer('MovePlanResponse', 'The transaction, to be signed once by the sender.', {
  streams: Type.Array(
    Type.Object({
      id: Uuid(),
      stream_id: Type.String(),
      state: state(),
      ...amountFields('paidAmount', 'What the recipient is paid by it.'),
      ...amountFields('leftAmount', 'What the stream holds then.'),
    }),
    { description: 'What the transaction moves, in its order.' },
  ),
  leftOut: LeftOutStreams(STOP_LEFT_OUT, 'The records that it leaves out, and why.'),
  ...amountFields('paidAmount', 'What all recipients are paid by it.'),
  ...amountFields(
    'leftAmount',
    'What the streams hold then: of a cancel, what returns after the notice if nobody pushes.',
  ),
  tokenCategory: AssetCategory(),
  feeBase: exact(Type.String({ pattern: '^\\d+$', description: 'Satoshis.' })),
  size: Integer('Bytes.'),
  asOf: AsOf(),
  availableAfterBlocks: Integer(
    'Blocks until the refund of a cancel, or the settling of a pause, which the service sends by itself.',
  ),
  wcTransaction: WcTransaction,
});
export type MovePlanResponse = Static<typeof MovePlanResponse>;

export const ConfirmMoveResponse = Named(
  'ConfirmPlanMoveResponse',
  'The transaction is on the chain, and recorded with each stream.',
  {
    ...planConfirmation,
    streams: Type.Array(
      Type.Object({
        id: Uuid(),
        stream_id: Type.String(),
        status: PlanStreamStatus,
        ...amountFields('withdrawn_amount', 'Paid to the recipient so far.'),
      }),
      { description: 'All that the transaction moved.' },
    ),
  },
);
export type ConfirmMoveResponse = Static<typeof ConfirmMoveResponse>;

const build = (operationId: string, verb: string, only: string) =>
  buildRoute('plans', {
    operationId,
    summary: `Build the ${verb} of a selection`,
    description: `For the sender, by one signature. ${only} If a stream of the selection moves before this is mined, all of it is void: send it again with \`previous\`, which leaves out what moved.`,
    security: callerRequired,
    params: PlanParams,
    body: MoveBody,
    response: { 200: MovePlanResponse },
    errors: ['PLAN_TOO_LARGE'],
  });

const confirmMove = confirmsOf('plans', { params: PlanParams, response: { 200: ConfirmMoveResponse } });
const confirm = (operationId: string, verb: string) =>
  confirmMove(
    operationId,
    `${verb} of a selection`,
    'Recorded with every stream of the plan that the transaction moved.',
  );

export const cancelPlanStreams = build(
  'cancelPlanStreams',
  'cancel',
  'Each recipient is paid what is due, the rest returns after the notice.',
);
export const pausePlanStreams = build('pausePlanStreams', 'pause', 'Of salaries: the period that runs is still paid.');
export const resumePlanStreams = build(
  'resumePlanStreams',
  'resume',
  'Of salaries whose pause is settled: the next one falls due an interval from now.',
);
export const confirmPlanCancel = confirm('confirmPlanCancel', 'cancel');
export const confirmPlanPause = confirm('confirmPlanPause', 'pause');
export const confirmPlanResume = confirm('confirmPlanResume', 'resume');
