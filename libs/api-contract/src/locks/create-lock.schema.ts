import Type, { type Static } from 'typebox';
import { MAX_KEYLESS_PAYMENTS, VESTING_TYPES, type VestingType } from '@weir/kinds';
import { FundingProposal } from '../funding/funding-proposal.schema.js';
import {
  Address,
  amountFields,
  AmountInput,
  Answer,
  ContractAddress,
  Flag,
  Text,
  Timestamp,
} from '../shared/fields.schema.js';
import { CreationHeaders, optional, RequestBody } from '../shared/requests.schema.js';
import { callerOptional, callerRequired, route } from '../shared/route.js';
import { Warnings } from '../shared/warnings.schema.js';
import { CreateStreamBody } from '../streams/create-stream-body.schema.js';
import { DUST, FEE_ESTIMATE, FundingTokens } from '../streams/create-stream.schema.js';
import { SchedulePoint } from '../streams/read-streams.schema.js';
import { StreamResource, StreamTerms, tokenInput } from '../streams/stream.schema.js';

const { recipient, moveDelayBlocks, description, vaultId } = CreateStreamBody.properties;

/** The type of a lock's schedule, in requests. */
export const LockType = Type.Unsafe<VestingType | null>({
  enum: [...VESTING_TYPES, null],
  description: '`LINEAR` unlocks by the second, `STEP` at the end of each interval. Default `LINEAR`.',
});

/** How many payments of a lock of tokens need nobody's coin. */
export const KeylessPayments = () =>
  optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_KEYLESS_PAYMENTS,
      description:
        'Of tokens: how many payments the funding pays for, 1,500 satoshis each; more payments need a coin of their payer. Default one for each step, 12 at most. At most one for each step and base unit, and 64: a payment without a coin of the recipient’s is at least a 64th of the total. A lock with fewer is refused with `details.most`; of a list it gets as many as it has. Not for BCH, where each payment pays for itself.',
    }),
  );

/** What a lock is created from. Optional fields may be left out or null. */
export const CreateLockBody = RequestBody(
  {
    sender: optional(
      Address('Who funds the lock; the caller, who is also the default. A name without any power over it.'),
    ),
    recipient,
    ...tokenInput,
    totalAmount: AmountInput('All that is locked; of BCH at least 0.00001, where it is transferable 0.000011.'),
    unlockTime: optional(
      Timestamp('When everything unlocks at once. Instead of the fields from `streamType` to `intervalSeconds`.'),
    ),
    streamType: Type.Optional(LockType),
    startTime: optional(Timestamp('When unlocking starts; default now. A past start unlocks at once what is due.')),
    endTime: optional(
      Timestamp(
        'When all is unlocked; default 365 days after the start (of `STEP` 12 intervals). Of `STEP` a whole number of intervals after the start; a start that is left out is set as near to now as that allows.',
      ),
    ),
    cliffTimestamp: optional(Timestamp('Until then nothing is paid, within start and end; 0 or null for none.')),
    intervalSeconds: optional(
      Type.Integer({ minimum: 1, description: 'Length of a `STEP`, seconds; default 30 days.' }),
    ),
    keylessPayments: KeylessPayments(),
    transferable: optional(
      Flag(
        'Whether the recipient may move it to another address of theirs; enforced by the contract, which is another one. Default false: a lock that stays proves more, that nobody can hand on what it holds.',
      ),
    ),
    moveDelayBlocks,
    description,
    vaultId,
  },
  {
    title: 'CreateLock',
    examples: [
      {
        recipient: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07',
        totalAmount: 1.5,
        startTime: 1_767_225_600,
        endTime: 1_798_761_600,
        cliffTimestamp: 1_783_000_000,
      },
      {
        recipient: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07',
        totalAmount: 1.5,
        unlockTime: 1_798_761_600,
      },
    ],
  },
);
export type CreateLockBody = Static<typeof CreateLockBody>;

const RESERVE = 'Of a lock of tokens: BCH beside them, which pays for payments that need nobody’s coin. 0 for BCH.';

/** How a new lock must be funded. */
export const LockDeployment = Type.Object({
  contractAddress: ContractAddress(),
  streamId: Text('The display id.', { examples: ['#WEIR-BCH-000001'] }),
  fundingRequired: Type.Literal(true),
  funding: Type.Object({
    toAddress: ContractAddress(),
    ...amountFields('amount', 'BCH that the output of the lock must hold: the total, or of tokens `reserve`.', 'BCH'),
    ...amountFields('reserve', RESERVE, 'BCH'),
    withOutputs: Type.Array(
      Type.Object({ lockingBytecode: Type.String(), ...amountFields('amount', 'BCH it holds.', 'BCH') }),
      {
        description:
          'What must precede it in the transaction: the announcement of the schedule, and the note that shows the address of the recipient. `funding-info` builds all of it.',
      },
    ),
    ...FundingTokens.properties,
  }),
});

export const CreateLockResponse = Answer('CreateLockResponse', 'The stored lock and how to fund it.', {
  lock: StreamResource,
  deployment: LockDeployment,
  warnings: Warnings(),
  proposal: FundingProposal(),
});
export type CreateLockResponse = Static<typeof CreateLockResponse>;

const errors = ['INVALID_AMOUNT', 'INVALID_TIME', 'SCHEDULE_UNSOUND', 'WRONG_STATE'] as const;

export const createLock = route('locks', {
  operationId: 'createLock',
  summary: 'Create a lock',
  description:
    'Works out the contract of a lock and stores it as PENDING: a stream whose sender gave up the cancel, so that what it holds is the recipient’s in any case. Nothing is on the chain yet: fund it with the transaction of `funding-info`. One lock; a list of them is a plan (`POST /api/plans` with `product: "lock"`). The record is a stream with `contract: "LOCK"`: every other operation is a route of `/api/streams/:id`, and `GET /api/streams?contract=LOCK` lists locks.',
  security: callerRequired,
  headers: CreationHeaders,
  body: CreateLockBody,
  response: { 200: CreateLockResponse },
  errors,
});

/** What the funding of a lock comes to. */
export const LockFundingCost = Type.Object({
  ...amountFields('amount', 'BCH that the output of the lock must hold: the total, or of tokens `reserve`.', 'BCH'),
  ...amountFields('reserve', RESERVE, 'BCH'),
  ...amountFields('note', 'BCH that the recipient is paid at once: it shows them the lock on the chain.', 'BCH'),
  ...amountFields('dust', DUST, 'BCH'),
  ...amountFields('networkFeeEstimate', FEE_ESTIMATE, 'BCH'),
  ...amountFields('total', 'BCH that leaves the wallet: `amount`, `note`, `dust` and `networkFeeEstimate`.', 'BCH'),
  ...FundingTokens.properties,
});

export const PreviewLockResponse = Answer(
  'PreviewLockResponse',
  'The lock that the same body would create, its costs, its curve.',
  {
    lock: StreamTerms,
    funding: LockFundingCost,
    schedule: Type.Array(SchedulePoint, { description: 'The curve of what is unlocked.' }),
    warnings: Warnings(),
  },
);
export type PreviewLockResponse = Static<typeof PreviewLockResponse>;

export const previewLock = route('locks', {
  operationId: 'previewLock',
  summary: 'Preview a lock',
  description:
    'Validates and computes as creation does, and stores nothing. A lock has no nonce: the contract address is that of a later creation with the same times.',
  security: callerOptional,
  body: CreateLockBody,
  response: { 200: PreviewLockResponse },
  errors,
});
