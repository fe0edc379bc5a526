import { randomBytes } from 'node:crypto';
import { binToHex } from '@bitauth/libauth';
import type { ErrorCode, Warning } from '@weir/api-contract/words';
import {
  DEFAULT_CANCEL_FILLS,
  defaultPlanFees,
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
import { type IdempotentResponse, type NewStream, responseAs, type StreamRecord } from '@weir/infra';
import { MAX_PAID_PAYMENTS } from '@weir/kinds';
import { viewTime } from '../../shared/chain-time.js';
import { type MoveTerms, parseMoveDelay } from '../../shared/parse-move-delay.js';
import { type Caller, parseStandardParty, type StandardParty } from '../../shared/parties.js';
import { admissionOf, type Origin } from '../../shared/retention.js';
import { ServiceError } from '../../shared/service-error.js';
import { fundingProposal, newSender } from '../../shared/vaults/new-sender.js';
import { memberColumns } from '../contract/stored-stream.js';
import type { StreamContext } from '../stream-context.js';
import { openByCalendar } from './calendar-of-one.js';

/** The columns of a stream or payment that its terms say: all but those of its parties and its contract. */
type TermColumns = Omit<
  NewStream,
  'sender' | 'senderHash' | 'recipient' | 'recipientHash' | 'vaultId' | 'label' | keyof ReturnType<typeof memberColumns>
>;

/** The columns that say when a stream or payment by seconds pays how much. */
type ScheduledRow = Pick<
  NewStream,
  'totalAmount' | 'startTime' | 'endTime' | 'cliffTimestamp' | 'intervalSeconds' | 'recurring'
>;

/** Returns the terms of a stream or payment as a plan opens it. */
export const draftOf = (
  terms: ScheduledRow & Pick<NewStream, 'cancelable' | 'cancelNoticeBlocks'>,
  recipient: Uint8Array,
): StreamDraft => {
  const { totalAmount: total, startTime, endTime, cliffTimestamp, intervalSeconds, recurring, cancelable } = terms;
  const noticeBlocks = cancelable ? terms.cancelNoticeBlocks : 0;
  if (recurring === null) {
    const start = BigInt(startTime);
    const cliff = cliffTimestamp === null ? 0n : BigInt(cliffTimestamp) - start;
    const group = { kind: 'VESTING', cliff, step: BigInt(intervalSeconds ?? 1), noticeBlocks } as const;
    return { kind: 'VESTING', recipient, total, start, end: BigInt(endTime), group };
  }
  const { amountPerPeriod: amount, periods, firstDue, pausable } = recurring;
  return {
    kind: 'RECURRING',
    recipient,
    amount,
    lastAmount: total - amount * BigInt(periods - 1),
    periods,
    firstDue: BigInt(firstDue),
    group: { kind: 'RECURRING', interval: BigInt(intervalSeconds ?? 0), noticeBlocks, pausable, cancelable },
  };
};

const REFUSALS: Readonly<Partial<Record<PlanDraftFault['problem'], readonly [ErrorCode, string]>>> = {
  AMOUNT_OUT_OF_RANGE: [
    'INVALID_AMOUNT',
    'The amount is too small: BCH needs at least 0.00000576, in total and for each period',
  ],
  SCHEDULE_UNSOUND: ['INVALID_TIME', 'The schedule ends beyond the largest locktime, or has more than 32,767 periods'],
  STEP_OUT_OF_RANGE: ['INVALID_TIME', 'A step or interval must be from 1 to 4,294,967,295 seconds'],
  CLIFF_OUT_OF_RANGE: ['INVALID_TIME', 'The cliff must lie within 4,294,967,295 seconds of the start'],
  PARTY_IS_OF_THE_PLAN: ['INVALID_ADDRESS', 'The recipient is an address of the contract itself: use another address'],
};

const refusal = ({ problem }: PlanDraftFault): ServiceError => {
  const [code, message] = REFUSALS[problem] ?? [
    'INVALID_REQUEST',
    `The terms do not define a valid contract: ${problem}`,
  ];
  return new ServiceError(code, message, { problem });
};

/** Of a stream that allows smaller payments, the reserve pays for as many as are a 48th each of what is left. */
const withPayments = (draft: StreamDraft, frame: PlanFrame): StreamDraft => {
  const payments = paymentsOf(draft, frame);
  return { ...draft, payments: Number(payments < MAX_PAID_PAYMENTS ? payments : MAX_PAID_PAYMENTS) };
};

/**
 * Lays out a single stream or payment as a plan of one, with a fresh nonce: its columns, and what its funding takes.
 *
 * @param delay of moves to another address, blocks; 0 where its recipient cannot move
 */
export const openOne = (
  sender: Uint8Array,
  tokenCategory: string | null,
  draft: StreamDraft,
  delay: number,
  network: Network,
) => {
  const product: PlanProduct = `${draft.kind}_${tokenCategory === null ? 'BCH' : 'TOKEN'}`;
  const frame: PlanFrame = {
    product,
    sender,
    nonce: Uint8Array.from(randomBytes(16)),
    ...defaultPlanFees(product),
    cancelFills: DEFAULT_CANCEL_FILLS,
    delay,
  };
  const layout = layOutPlan({ ...frame, streams: [withPayments(draft, frame)] }, network);
  if (!layout.ok) throw refusal(layout.problems[0] ?? { row: undefined, problem: 'MALFORMED' });
  const [part] = layout.parts;
  const [member] = part === undefined ? [] : plannedMembers(part, tokenCategory ?? undefined);
  if (member === undefined) throw new Error('Expected exactly one stream in a plan of one');
  return {
    columns: memberColumns(member, { planId: null, fundingId: undefined }),
    funding: memberFunding(member.contract, member).needs,
  };
};

/** A stream or payment whose terms are complete, not stored yet. */
export interface PlannedOne {
  readonly recipient: StandardParty;
  readonly row: NewStream;
  readonly funding: FundingNeeds;
  /** What to know in addition. */
  readonly warnings?: readonly Warning[];
}

export interface PlanOptions {
  /** Whether the sender may be missing. The recipient then counts as the sender, which changes neither schedule nor costs. */
  readonly isPreview?: boolean;
}

/**
 * Completes the terms of a stream or payment: with its parties, and a contract with a fresh nonce.
 *
 * @throws ServiceError INVALID_ADDRESS, INVALID_AMOUNT, INVALID_TIME, INVALID_REQUEST, FORBIDDEN, CALLER_REQUIRED, WRONG_STATE
 */
export const planOne = async (
  context: Pick<StreamContext, 'vaults' | 'network'>,
  terms: TermColumns,
  parties: Parameters<typeof newSender>[1] & MoveTerms & { readonly recipient: string },
  caller: Caller | undefined,
  { isPreview = false }: PlanOptions = {},
): Promise<PlannedOne> => {
  const { network } = context;
  const recipient = parseStandardParty(parties.recipient, network, 'recipient');
  const { sender, vaultId } = await newSender(context, parties, caller, isPreview ? recipient : undefined);
  const delay = parseMoveDelay(parties, network);
  const parts = { sender: sender.lockingBytecode, recipient: recipient.lockingBytecode, delay };
  const { columns, funding } =
    openByCalendar(terms, parts, network) ??
    openOne(parts.sender, terms.tokenCategory, draftOf(terms, parts.recipient), delay, network);
  const row: NewStream = {
    ...terms,
    sender: sender.address,
    senderHash: sender.hashHex,
    recipient: recipient.address,
    recipientHash: recipient.hashHex,
    vaultId,
    label: null,
    ...columns,
  };
  return { recipient, row, funding };
};

/** What the token output of a funding holds; nothing for BCH. */
const tokensOf = ({ row: { tokenCategory }, funding: { tokens } }: PlannedOne) =>
  tokenCategory === null || tokens === undefined ? {} : { tokenCategory, tokenAmount: tokens };

/** Lists what to know before money moves. */
const warningsOf = ({ recipient, warnings = [] }: PlannedOne): readonly Warning[] =>
  recipient.isScript
    ? [
        {
          code: 'RECIPIENT_IS_SCRIPT',
          message:
            'The recipient is a script. Its address does not show who can spend from it: make sure that the right people can',
          details: {},
        },
        ...warnings,
      ]
    : warnings;

/** What it costs to fund a planned stream or payment, satoshis, and what to know before. */
export const costOf = (planned: PlannedOne) => {
  const { satoshis: amount, reserve, note, dust, size: networkFeeEstimate } = planned.funding;
  const total = amount + note + dust + networkFeeEstimate;
  const funding = { amount, reserve, note, dust, networkFeeEstimate, total, ...tokensOf(planned) };
  return { funding, warnings: warningsOf(planned) };
};

/** How a new stream or payment is funded, and what to know before. Amounts in satoshis. */
const openingOf = (planned: PlannedOne, stored: StreamRecord) => {
  const { row, funding } = planned;
  return {
    deployment: {
      contractAddress: row.contractAddress,
      streamId: stored.streamId,
      paymentId: stored.streamId,
      funding: {
        toAddress: row.contractAddress,
        /** Of the state output: principal (of a stream of BCH), reserve and dust. */
        amount: funding.satoshis,
        reserve: funding.reserve,
        withNFT: { commitment: row.initialCommitment, capability: 'mutable' as const, amount: funding.units },
        /** The announcement, and the note that shows the recipient's address. */
        withOutputs: funding.otherOutputs.map(({ lockingBytecode, satoshis: amount }) => ({
          lockingBytecode: binToHex(lockingBytecode),
          amount,
        })),
        ...tokensOf(planned),
      },
      fundingRequired: true as const,
      nftCommitment: row.initialCommitment,
    },
    warnings: warningsOf(planned),
    /** What members propose next, where a vault funds it. */
    proposal: fundingProposal(row.product, stored),
  };
};

type Show = (stored: StreamRecord, asOf: bigint) => object;

/** A stream or payment that was stored, as its product shows it, and how it is funded. */
export type OneCreation<Shown extends Show> = ReturnType<Shown> & ReturnType<typeof openingOf>;

/** Stores a stream or payment as PENDING. @param show its record, at a time in Unix seconds */
export const storeOne = async <Shown>(
  context: StreamContext,
  planned: PlannedOne,
  show: (stored: StreamRecord, asOf: bigint) => Shown,
  origin: Origin | undefined,
  kept: IdempotentResponse<Shown & ReturnType<typeof openingOf>> | undefined,
) => {
  const asOf = await viewTime(context);
  const creationOf = (stored: StreamRecord) => ({ ...show(stored, asOf), ...openingOf(planned, stored) });
  const admission = admissionOf(origin, context);
  return creationOf(await context.streams.insert(planned.row, admission, responseAs(kept, creationOf)));
};
