import { type Tranche, trancheListHash, tranchesTotal } from '@weir/calendar';
import { beaconOutput } from '../announcement/beacon.js';
import { bytesKey } from '../bytes/read-bytes.js';
import type { ChainTip, Network } from '../chain/network.js';
import { partyHash, type Party } from '../chain/party.js';
import { PLAN_NOTE_SATOSHIS, PLAN_TOKEN_NOTE_SATOSHIS } from '../plan/funding/funding-outputs.js';
import { PLAN_COMPANION_SATOSHIS } from '../plan/plan-limits.js';
import type { PlannedOutput } from '../transaction/assemble.js';
import { encodeCalendarAnnouncement } from './calendar-announcement.js';
import { createCalendarContracts } from './calendar-contract.js';
import { calendarReserve, findCalendarStreamProblem, type NewCalendarStream } from './calendar-rules.js';
import { encodeCalendarState } from './calendar-state.js';
import {
  calendarGroupKey,
  type CalendarTerms,
  type GrantGroup,
  isBchCalendar,
  type SalaryGroup,
  type TranchesGroup,
} from './calendar-terms.js';
import { trancheCarrierOutputs } from './tranche-carriers.js';

interface Draft {
  readonly recipient: Party;
}

/** A salary to open. Amounts in units of the asset. */
export interface SalaryDraft extends Draft {
  readonly kind: 'SALARY';
  readonly group: SalaryGroup;
  /** What each period pays. */
  readonly amount: bigint;
  /** What the last period pays; by default `amount`, which it must not be less than. */
  readonly lastAmount?: bigint;
  readonly periods: number;
  /** Number of the first payday. */
  readonly firstPayday: bigint;
}

/** A grant to open. Amounts in units of the asset. */
export interface GrantDraft extends Draft {
  readonly kind: 'GRANT';
  readonly group: GrantGroup;
  /** What vests in all, what was paid before the funding included. */
  readonly total: bigint;
  /** What was paid elsewhere before the funding; 0 for nothing. */
  readonly released: bigint;
  readonly day: bigint;
  readonly firstMonth: bigint;
  readonly installments: bigint;
}

/** A list of tranches to open. */
export interface TranchesDraft extends Draft {
  readonly kind: 'TRANCHES';
  readonly group: TranchesGroup;
  readonly tranches: readonly Tranche[];
}

export type CalendarDraft = SalaryDraft | GrantDraft | TranchesDraft;

/** A plan by the calendar without its list: the terms without the groups, which the streams determine. */
export type CalendarFrame = Omit<CalendarTerms, 'groups'>;

/** A stream as a funding opens it. */
export interface PlannedCalendarStream extends NewCalendarStream {
  readonly recipient: Party;
  readonly group: CalendarDraft['group'];
}

/**
 * Makes the stream of a draft, with a reserve that pays for all of its payments.
 *
 * @param index its number in the plan, from 1
 */
export const planCalendarStream = (
  frame: CalendarFrame,
  draft: CalendarDraft,
  index: number,
): PlannedCalendarStream => {
  const { recipient, group } = draft;
  const shared = { recipient, group, units: BigInt(index) };
  const own = { index, recipient: partyHash(recipient) };
  switch (draft.kind) {
    case 'SALARY': {
      const { amount, lastAmount = amount, periods: unpaid, firstPayday: next } = draft;
      return {
        ...shared,
        principal: amount * BigInt(unpaid - 1) + lastAmount,
        reserve: calendarReserve(frame, 'SALARY', BigInt(unpaid)),
        state: { kind: 'SALARY', status: 'ACTIVE', open: 'ALL', ...own, unpaid, next, amount },
      };
    }
    case 'GRANT': {
      const { total, released, day, firstMonth, installments } = draft;
      return {
        ...shared,
        principal: total - released,
        reserve: calendarReserve(frame, 'GRANT', installments),
        state: { kind: 'GRANT', ...own, released, day, firstMonth, installments },
      };
    }
    case 'TRANCHES': {
      const { tranches } = draft;
      return {
        ...shared,
        tranches,
        principal: tranchesTotal(tranches),
        reserve: calendarReserve(frame, 'TRANCHES', BigInt(tranches.length)),
        state: { kind: 'TRANCHES', ...own, list: trancheListHash(tranches) },
      };
    }
  }
};

/** Returns the terms of one funding: the plan's, with the groups of its streams in the order in which they first appear. */
export const calendarTermsOf = (
  { product, sender, nonce, fee, floor, delay }: CalendarFrame,
  streams: readonly Pick<PlannedCalendarStream, 'group'>[],
): CalendarTerms => {
  const groups = [...new Map(streams.map(({ group }) => [calendarGroupKey(group), group])).values()];
  return { product, sender, nonce, fee, floor, delay, groups };
};

/** Returns the satoshis that a funding pays to each recipient, which shows their address on the chain. */
export const calendarNoteSatoshis = ({ product }: Pick<CalendarTerms, 'product'>): bigint =>
  isBchCalendar(product) ? PLAN_NOTE_SATOSHIS : PLAN_TOKEN_NOTE_SATOSHIS;

/** What one funding opens. */
export interface CalendarPart {
  readonly terms: CalendarTerms;
  readonly streams: readonly PlannedCalendarStream[];
}

/** Names the list of a stream: equal ones share their carriers. Undefined of streams without one. */
export const trancheListKey = ({ state, principal }: Pick<PlannedCalendarStream, 'state' | 'principal'>) =>
  state.kind === 'TRANCHES' ? `${bytesKey(state.list)} ${principal}` : undefined;

/** Returns the outputs that announce the lists of streams, those of equal lists once. */
export const carriersOf = (
  streams: readonly Pick<PlannedCalendarStream, 'state' | 'principal' | 'tranches'>[],
  sender: Party,
): readonly PlannedOutput[] => {
  const lists = new Map(
    streams.flatMap((stream): readonly (readonly [string, readonly Tranche[]])[] => {
      const key = trancheListKey(stream);
      return stream.tranches === undefined || key === undefined ? [] : [[key, stream.tranches]];
    }),
  );
  return [...lists.values()].flatMap((tranches) => trancheCarrierOutputs(tranches, sender));
};

/**
 * Lists the outputs of a part's funding behind the change: the streams, the announcement, the beacon, the carriers of tranches, and a note
 * for each recipient.
 *
 * @param category of the plan: txid of an input that spends an output with index 0, display-order hex
 * @param asset category of the tokens, display-order hex; undefined in BCH
 * @throws RangeError for a stream that `findCalendarFunding` would refuse for its numbers
 */
export const calendarFundingOutputs = (
  part: CalendarPart,
  network: Network,
  { category, asset, tip }: { readonly category: string; readonly asset: string | undefined; readonly tip: ChainTip },
): PlannedOutput[] => {
  const { terms, streams } = part;
  const contracts = createCalendarContracts(terms, network);
  const byGroup = new Map(contracts.map((contract) => [calendarGroupKey(contract.group), contract]));
  const states = streams.flatMap((stream): PlannedOutput[] => {
    const { group, state, principal, reserve, units } = stream;
    const contract = byGroup.get(calendarGroupKey(group));
    const problem = findCalendarStreamProblem(terms, group, stream);
    if (problem !== undefined || contract === undefined)
      throw new RangeError(`Stream ${state.index} cannot be funded: ${problem ?? 'OTHER_KIND'}`);
    const commitment = encodeCalendarState(terms.product, state, reserve);
    const token = { category, amount: units, nft: { capability: 'mutable', commitment } } as const;
    const { lockingBytecode: to, companion } = contract;
    if (asset === undefined) return [{ to, amount: principal + reserve, token }];
    return [
      { to, amount: reserve, token },
      { to: companion.lockingBytecode, amount: PLAN_COMPANION_SATOSHIS, token: { category: asset, amount: principal } },
    ];
  });
  const recipients = new Map(streams.map(({ recipient }) => [bytesKey(recipient), recipient]));
  return [
    ...states,
    { to: encodeCalendarAnnouncement(terms), amount: 0n },
    beaconOutput(contracts[0]?.lockingBytecode ?? new Uint8Array(), tip),
    ...carriersOf(streams, terms.sender),
    ...[...recipients.values()].map((to) => ({ to, amount: calendarNoteSatoshis(terms) })),
  ];
};
