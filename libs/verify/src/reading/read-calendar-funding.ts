import { binsAreEqual } from '@bitauth/libauth';
import { type Paydays, paydayStep } from '@weir/calendar';
import {
  announcesCalendar,
  calendarNoteSatoshis,
  calendarPayments,
  calendarReserve,
  defaultCalendarFees,
  findCalendarFunding,
  grantOf,
  type FoundCalendar,
  type FoundCalendarStream,
  type Network,
  partyAddress,
  salaryPaydayTime,
  trancheCarrierOutputs,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import type { OpenedPaydays, OpenedSchedule, OpenedStream, OpensStreams } from '../effects.types.js';
import { scheduleOfGrant } from '../grant.js';
import { type Ledger, lockKey, UNSIGNED } from './ledger.js';
import { assertFees, assertReserve, postStreams } from './read-plan-funding.js';

/** Says on which days of the month periods fall due. */
export const openedPaydays = ({ months, day, secondDay = 0n, time, utcOffset }: Paydays): OpenedPaydays => ({
  months,
  day,
  secondDay,
  time,
  utcOffset,
});

/** @throws Difference for a stream at an address of another kind */
const scheduleOf = ({ contract: { group }, coin }: FoundCalendarStream): OpenedSchedule => {
  const { state, principal, tranches = [] } = coin;
  if (state.kind === 'GRANT' && group.kind === 'GRANT')
    return scheduleOfGrant(grantOf(group, state, principal), state.released);
  if (state.kind === 'TRANCHES' && group.kind === 'TRANCHES') return { kind: 'TRANCHES', tranches };
  if (state.kind !== 'SALARY' || group.kind !== 'SALARY')
    throw new Difference('OTHER_TERMS', 'A stream is at an address of another kind');
  const { paydays } = group;
  const { amount, unpaid, next } = state;
  return {
    kind: 'SALARY',
    amountPerPeriod: amount,
    periods: unpaid,
    firstDue: salaryPaydayTime(paydays, next),
    lastDue: salaryPaydayTime(paydays, next + BigInt(unpaid - 1) * paydayStep(paydays)),
    ...openedPaydays(paydays),
  };
};

/** Returns the reserve that the schedule of a stream needs, satoshis. */
const reserveOf = ({ contract: { terms }, coin }: FoundCalendarStream): bigint =>
  calendarReserve(terms, coin.state.kind, calendarPayments(coin));

/**
 * Posts the outputs that announce tranches: each list once, in the order of its first stream. A state holds nothing but their hash, so
 * that without them nobody could claim.
 *
 * @throws Difference UNEXPECTED_OUTPUT where one is missing
 */
const postCarriers = (ledger: Ledger, { terms, streams }: FoundCalendar): void => {
  const lists = new Map(
    streams.flatMap(({ coin: { state, principal, tranches } }) =>
      state.kind === 'TRANCHES' && tranches !== undefined
        ? [[`${lockKey(state.list)} ${principal}`, tranches] as const]
        : [],
    ),
  );
  for (const tranches of lists.values())
    for (const { to, amount: satoshis } of trancheCarrierOutputs(tranches, terms.sender)) {
      const carrier = ledger.outputWhere(
        ({ lockingBytecode, token }) => token === undefined && binsAreEqual(lockingBytecode, to),
        [{ owner: 'NOBODY', reason: 'OPENING', satoshis }],
      );
      if (carrier === undefined)
        throw new Difference('UNEXPECTED_OUTPUT', 'An output that announces tranches is missing');
    }
};

const openedStream = (stream: FoundCalendarStream, network: Network): OpenedStream => {
  const { group } = stream.contract;
  const { state, principal, reserve } = stream.coin;
  return {
    index: state.index,
    recipient: partyAddress(stream.recipient, network) ?? '',
    total: principal,
    reserve,
    schedule: scheduleOf(stream),
    noticeBlocks: group.noticeBlocks,
    isCancelable: group.noticeBlocks > 0,
    isPausable: group.kind === 'SALARY' && group.pausable,
  };
};

/** Describes the streams of a plan by the calendar as its funding opened them. A stop takes nothing for later payments. */
export const openingOfCalendar = ({ terms, asset, streams }: FoundCalendar, network: Network): OpensStreams => ({
  kind: 'OPENS_STREAMS',
  sender: partyAddress(terms.sender, network) ?? '',
  asset,
  cancelFills: 0,
  moveDelay: terms.delay,
  streams: streams.map((stream) => openedStream(stream, network)),
});

/**
 * Reads the salaries, grants and tranches by the calendar that a transaction opens; undefined where it announces none.
 *
 * @throws Difference OTHER_TERMS where the contracts would not be sound, or lock more for fees than they need
 */
export const readCalendarFunding = (ledger: Ledger, network: Network): OpensStreams | undefined => {
  const { transaction } = ledger.draft;
  if (!transaction.outputs.some(({ lockingBytecode }) => announcesCalendar(lockingBytecode))) return undefined;
  const found = findCalendarFunding(network, UNSIGNED, transaction);
  if (!found.ok) {
    const problems = found.problems.map(({ problem }) => problem).join(', ');
    throw new Difference('OTHER_TERMS', `The streams that it opens are not sound: ${problems}`);
  }
  const { plan } = found;
  const opening = openingOfCalendar(plan, network);
  assertFees(plan.terms, defaultCalendarFees(plan.terms.product));
  for (const stream of plan.streams) assertReserve(stream.coin, [reserveOf(stream)]);
  postStreams(ledger, { ...plan, announces: announcesCalendar, note: calendarNoteSatoshis(plan.terms) });
  postCarriers(ledger, plan);
  return opening;
};
