import { decodeCalendarAnnouncement, encodeCalendarAnnouncement } from '../../calendar/calendar-announcement.js';
import { type CalendarContract, createCalendarContracts } from '../../calendar/calendar-contract.js';
import {
  type CalendarDraft,
  calendarFundingOutputs,
  calendarNoteSatoshis,
  type CalendarPart,
  type PlannedCalendarStream,
} from '../../calendar/calendar-draft.js';
import { encodeCalendarState } from '../../calendar/calendar-state.js';
import {
  calendarGroupKey,
  type CalendarProduct,
  type CalendarTerms,
  defaultCalendarFees,
  isBchCalendar,
} from '../../calendar/calendar-terms.js';
import { calendarPartOf, calendarRow, type CalendarRowProblem } from '../../calendar/cut-calendar.js';
import { buildCalendarFunding } from '../../calendar/transactions/fund-calendar.js';
import { isLocalNetwork, type Network } from '../../chain/network.js';
import type { Party } from '../../chain/party.js';
import { isUniversalScript } from '../../contract/universal-scripts.js';
import { ANY_TIP } from '../../lock/transactions/fund-locks.js';
import { PAYING_KEY } from '../../plan/funding/plan-cost.js';
import { countSize, outputSize } from '../../transaction/size.js';
import {
  faultInWords,
  type FoundDeployment,
  type FundingNeeds,
  ownDeployment,
  type StreamFunding,
} from '../plan/member-funding.js';
import { keyWallet } from '../plan/plan-position.js';
import { type CalendarOpening, calendarStateOf } from './calendar-opening.js';
import { type CalendarDeployments, findCalendarDeployments } from './calendar-stream.js';

/** A stream by the calendar as a record keeps it, funded or not. */
export interface CalendarMember {
  /** Its category is that of the state once funded, and of no meaning before. */
  readonly opening: CalendarOpening;
  /** Satoshis beside the principal; for tokens all satoshis of the state. */
  readonly reserve: bigint;
}

/**
 * Decodes the terms in a stored announcement by the calendar.
 *
 * @throws Error where it does not belong to such a plan: this service never wrote it
 */
export const calendarTermsAt = (announcement: Uint8Array, network: Network): CalendarTerms => {
  const terms = decodeCalendarAnnouncement(announcement, isLocalNetwork(network));
  if (terms === undefined) throw new Error('Stored announcement does not decode as a plan by the calendar');
  return terms;
};

/** A stream by the calendar that a plan of one opens. */
export interface PlannedCalendarMember extends CalendarMember {
  readonly contract: CalendarContract;
  /** The announcement's locking bytecode. */
  readonly announcement: Uint8Array;
  /** Index of its group among those of the terms. */
  readonly group: number;
  readonly index: number;
}

/** Why a stream by the calendar cannot be opened. */
export type CalendarDraftProblem = CalendarRowProblem | 'PARTY_IS_OF_THE_PLAN';

/** A stream that can be opened, or why it cannot. */
export type OpenedCalendar =
  | { readonly ok: true; readonly member: PlannedCalendarMember }
  | { readonly ok: false; readonly problem: CalendarDraftProblem };

/** Who opens a stream by the calendar, and by which terms that the draft does not say. */
export interface CalendarOpener {
  readonly sender: Party;
  /** 16 random bytes. */
  readonly nonce: Uint8Array;
  /** Category of the tokens, display-order hex; undefined in BCH. */
  readonly asset: string | undefined;
  /** Blocks between the announcement of another address and the move; 0 where the recipient cannot move. */
  readonly delay: number;
}

/**
 * Lists all streams that a part by the calendar opens, each as a record keeps it, in the part's order.
 *
 * @param contracts of its groups
 * @param asset category of the tokens, display-order hex; undefined in BCH
 */
export const plannedCalendarMembers = (
  { terms, streams }: CalendarPart,
  contracts: readonly CalendarContract[],
  asset: string | undefined,
): readonly PlannedCalendarMember[] => {
  const announcement = encodeCalendarAnnouncement(terms);
  const groups = new Map(contracts.map((contract, group) => [calendarGroupKey(contract.group), { contract, group }]));
  return streams.flatMap(({ recipient, group, state, principal, reserve, tranches }) => {
    const at = groups.get(calendarGroupKey(group));
    if (at === undefined) return [];
    const commitment = encodeCalendarState(terms.product, state, reserve);
    const opening = {
      category: '',
      commitment,
      total: principal,
      asset,
      recipient,
      ...(tranches !== undefined && { tranches }),
    };
    return [{ ...at, announcement, index: state.index, opening, reserve }];
  });
};

/** Lays out a single stream by the calendar as a plan of one, with the default fees. */
export const openCalendarStream = (
  { sender, nonce, asset, delay }: CalendarOpener,
  draft: CalendarDraft,
  network: Network,
): OpenedCalendar => {
  const product: CalendarProduct = `${draft.kind}_${asset === undefined ? 'BCH' : 'TOKEN'}`;
  const frame = { product, sender, nonce, ...defaultCalendarFees(product), delay };
  const stream = calendarRow(frame, draft, 1, network);
  if (typeof stream === 'string') return { ok: false, problem: stream };
  if (isUniversalScript(stream.recipient) || isUniversalScript(sender))
    return { ok: false, problem: 'PARTY_IS_OF_THE_PLAN' };
  const part = calendarPartOf(frame, [stream]);
  const [member] = plannedCalendarMembers(part, createCalendarContracts(part.terms, network), asset);
  if (member === undefined) throw new Error('Expected exactly one contract for one stream');
  return { ok: true, member };
};

/** Bytes of version and locktime. */
const FRAME = 8;

const needsOf = (
  { terms, network }: CalendarContract,
  part: CalendarPart,
  { principal, reserve, units }: PlannedCalendarStream,
  asset: string | undefined,
): FundingNeeds => {
  const bch = isBchCalendar(terms.product);
  const outputs = calendarFundingOutputs(part, network, { category: '00'.repeat(32), asset, tip: ANY_TIP });
  const streamOutputs = bch ? 1 : 2;
  const note = calendarNoteSatoshis(terms);
  // Behind the stream and the announcement is the beacon, which no record needs.
  const [announcement, , ...shown] = outputs.slice(streamOutputs);
  const others = [...(announcement === undefined ? [] : [announcement]), ...shown];
  const satoshis = bch ? principal + reserve : reserve;
  const all = outputs.reduce((sum, { amount }) => sum + amount, 0n);
  const bytes = outputs.reduce((sum, output) => sum + outputSize(output), FRAME);
  return {
    satoshis,
    reserve,
    units,
    tokens: bch ? undefined : principal,
    otherOutputs: others.map(({ to, amount }) => ({ lockingBytecode: to, satoshis: amount })),
    note,
    dust: all - satoshis - note,
    size: BigInt(
      bytes + countSize(bch ? 1 : 2) + countSize(outputs.length + 1) + PAYING_KEY.coin + (bch ? 0 : PAYING_KEY.tokens),
    ),
  };
};

/** How a stored stream by the calendar is funded. */
export interface CalendarMemberFunding extends StreamFunding {
  /** What its funding opens. */
  readonly part: CalendarPart;
  /** Finds it among all that a transaction opens, which is read once for many siblings. */
  findAmong(found: CalendarDeployments): FoundDeployment;
}

/**
 * Creates the funding of a stored stream by the calendar.
 *
 * @throws Error where the commitment does not belong to the plan's product
 */
export const calendarFunding = (
  contract: CalendarContract,
  { opening, reserve }: CalendarMember,
): CalendarMemberFunding => {
  const { terms, group, network } = contract;
  const { state } = calendarStateOf(contract, opening.commitment);
  const { recipient, total: principal, tranches, asset } = opening;
  const stream: PlannedCalendarStream = {
    recipient,
    group,
    units: BigInt(state.index),
    state,
    principal,
    reserve,
    tranches,
  };
  const part: CalendarPart = { terms, streams: [stream] };
  const findAmong = (found: CalendarDeployments): FoundDeployment => {
    if (!found.ok) return { ok: false, problems: found.problems.map(faultInWords) };
    return ownDeployment(found.deployments, contract, state.index, opening);
  };
  return {
    part,
    needs: needsOf(contract, part, stream, asset),
    findAmong,
    findDeployment: (txid, transaction) => findAmong(findCalendarDeployments(network, txid, transaction)),
    build(funds, tip, options) {
      if (terms.groups.length !== 1)
        throw new RangeError('The stream belongs to a plan: only the funding of the plan opens it');
      return buildCalendarFunding(part, keyWallet(terms.sender, funds), { network, tip, asset, ...options });
    },
  };
};
