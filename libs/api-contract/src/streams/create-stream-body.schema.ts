import Type, { type Static } from 'typebox';
import {
  DEFAULT_MOVE_DELAY,
  defaultNotice,
  LEAST_LOCAL_MOVE_DELAY,
  LEAST_LOCAL_NOTICE,
  LEAST_MOVE_DELAY,
  LEAST_PLAN_NOTICE,
  MAX_DESCRIPTION_LENGTH,
} from '@weir/kinds';
import {
  Address,
  AmountInput,
  Flag,
  Integer,
  PartyAddress,
  PLAIN_TEXT,
  Timestamp,
  Uuid,
} from '../shared/fields.schema.js';
import { optional, RequestBody } from '../shared/requests.schema.js';
import { datedInput } from './grant.schema.js';
import { StreamType, tokenInput } from './stream.schema.js';

const optionalTime = (description: string) => optional(Timestamp(description));

/** What a stream is created from. Optional fields may be left out or null. */
export const CreateStreamBody = RequestBody(
  {
    sender: optional(Address('Who funds the stream; the caller, who is also the default.')),
    recipient: PartyAddress('Who receives it.'),
    ...tokenInput,
    totalAmount: AmountInput('All that is streamed.'),
    streamType: StreamType,
    startTime: optionalTime('When vesting starts; default now. A past start vests at once what is due.'),
    endTime: optionalTime('When all has vested; default 365 days after the start.'),
    cliffTimestamp: optionalTime('Until then nothing can be claimed, within start and end; 0 or null for none.'),
    intervalSeconds: optional(
      Integer(
        'Length of a `STEP`, or of an interval of `RECURRING`, seconds. `STEP`: default 30 days, or the whole duration where that is shorter. `RECURRING`: default as many equal intervals as 30 days go into the duration, at least one. Where it is given, the duration must be a multiple of it; a start that is left out beside an `endTime` is set as near to now as that allows.',
      ),
    ),
    ...datedInput,
    cancelable: optional(Flag('Whether the sender may cancel; enforced by the contract. Default true.')),
    cancelNoticeBlocks: optional(
      Integer(
        `Blocks between a cancel and its refund, at least ${LEAST_PLAN_NOTICE} (${LEAST_LOCAL_NOTICE} on regtest and the devnet); default ${defaultNotice('mainnet')} (${defaultNotice('devnet')} on the devnet).`,
      ),
    ),
    transferable: optional(
      Flag(
        'Whether the recipient may move it to another address of theirs; enforced by the contract. Default true, but false where a treasury pays: each announcement makes a cancel void that its signers are still signing.',
      ),
    ),
    moveDelayBlocks: optional(
      Integer(
        `Blocks between the announcement of another address and the move to it, in which the recipient can undo it, at least ${LEAST_MOVE_DELAY} (${LEAST_LOCAL_MOVE_DELAY} on regtest and the devnet); default ${DEFAULT_MOVE_DELAY}, seven days. Only where it is transferable.`,
      ),
    ),
    description: optional(
      Type.String({
        maxLength: MAX_DESCRIPTION_LENGTH,
        pattern: PLAIN_TEXT,
        description: "The sender's words, without null characters.",
      }),
    ),
    vaultId: optional(
      Uuid(
        'The vault that funds it, and is its sender: what returns, returns to the vault. For its creator and signers; they propose the funding next (see `proposal` of the answer), and `sender` is optional.',
      ),
    ),
  },
  {
    title: 'CreateStream',
    examples: [
      {
        sender: 'bchtest:qq0378clru0378clru0378clru0378clrupvxaj6ku',
        recipient: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07',
        tokenType: 'BCH',
        totalAmount: 1.5,
        streamType: 'LINEAR',
        startTime: 1_767_225_600,
        endTime: 1_798_761_600,
        cancelable: true,
      },
    ],
  },
);
export type CreateStreamBody = Static<typeof CreateStreamBody>;
