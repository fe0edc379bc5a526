import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '@weir/api-contract/words';
import {
  DEFAULT_CANCEL_FILLS,
  feeBoundsOf,
  layOutPlan,
  memberFunding,
  paymentsOf,
  plannedMembers,
  type FundingNeeds,
  type Network,
  type PlanDraftFault,
  type PlanFrame,
  type PlanProduct,
  type StreamDraft,
} from '@weir/covenants';
import type { StandardParty } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { memberColumns } from '../contract/stored-stream.js';

/** A single stream or payment to be laid out as a plan. */
export interface PlanOfOne {
  readonly sender: Pick<StandardParty, 'lockingBytecode'>;
  /** 64 lower-case hex digits; null for BCH. */
  readonly tokenCategory: string | null;
  readonly draft: StreamDraft;
}

/**
 * How many payments the reserve is sized for, at most. Of a stream that allows smaller ones it pays for as many as are a 48th
 * each of what is left.
 */
const MAX_PAID_PAYMENTS = 48n;

const REFUSALS: Readonly<Partial<Record<PlanDraftFault['problem'], readonly [ErrorCode, string]>>> = {
  AMOUNT_OUT_OF_RANGE: [
    'INVALID_AMOUNT',
    'The amount cannot be paid: BCH takes 0.00000576 at least, for the whole and for each period',
  ],
  SCHEDULE_UNSOUND: ['INVALID_TIME', 'The schedule ends after the last time there is, or has more than 32,767 periods'],
  STEP_OUT_OF_RANGE: ['INVALID_TIME', 'A step or interval must be from 1 to 4,294,967,295 seconds'],
  CLIFF_OUT_OF_RANGE: ['INVALID_TIME', 'The cliff must lie within 4,294,967,295 seconds of the start'],
  PARTY_IS_OF_THE_PLAN: ['INVALID_ADDRESS', 'The recipient is a script of the contract itself: give another address'],
};

const refusal = ({ problem }: PlanDraftFault): ServiceError => {
  const [code, message] = REFUSALS[problem] ?? ['INVALID_REQUEST', `No contract has these terms: ${problem}`];
  return new ServiceError(code, message, { problem });
};

const withPayments = (draft: StreamDraft, frame: PlanFrame): StreamDraft => {
  const payments = paymentsOf(draft, frame);
  return { ...draft, payments: Number(payments < MAX_PAID_PAYMENTS ? payments : MAX_PAID_PAYMENTS) };
};

/**
 * Lays out a single stream or payment as a plan of one, with a fresh nonce: its columns, and what its funding takes.
 *
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME, INVALID_ADDRESS, INVALID_REQUEST
 */
export const openOne = (
  { sender, tokenCategory, draft }: PlanOfOne,
  network: Network,
): { readonly columns: ReturnType<typeof memberColumns>; readonly funding: FundingNeeds } => {
  const product: PlanProduct = `${draft.kind}_${tokenCategory === null ? 'BCH' : 'TOKEN'}`;
  const frame: PlanFrame = {
    product,
    sender: sender.lockingBytecode,
    nonce: Uint8Array.from(randomBytes(16)),
    feeBound: feeBoundsOf(product).default,
    cancelFills: DEFAULT_CANCEL_FILLS,
  };
  const layout = layOutPlan({ ...frame, streams: [withPayments(draft, frame)] }, network);
  if (!layout.ok) throw refusal(layout.problems[0] ?? { row: undefined, problem: 'MALFORMED' });
  const [part] = layout.parts;
  const [member] = part === undefined ? [] : plannedMembers(part, tokenCategory ?? undefined);
  if (member === undefined) throw new Error('A plan of one has one stream');
  return {
    columns: memberColumns(member, null),
    funding: memberFunding(member.contract, member).needs,
  };
};

/** Lists what to know before money moves. */
export const warningsOf = (recipient: { readonly isScript: boolean }): readonly string[] =>
  recipient.isScript
    ? [
        'The recipient is a script: nobody can see from its address who may spend what it is paid. Make sure that it is one, such as a vault, from which the right people can',
      ]
    : [];
