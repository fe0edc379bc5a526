import { paydayStep } from '@weir/calendar';
import {
  announcesCalendar,
  calendarNoteSatoshis,
  calendarReserve,
  defaultCalendarFees,
  findCalendarFunding,
  type FoundCalendar,
  type FoundCalendarStream,
  type Network,
  partyAddress,
  salaryPaydayTime,
} from '@weir/covenants';
import { Difference } from '../difference.js';
import type { OpenedSchedule, OpenedStream, OpensStreams } from '../effects.types.js';
import { type Ledger, UNSIGNED } from './ledger.js';
import { assertFees, assertReserve, postStreams } from './read-plan-funding.js';

/** @throws Difference for a grant or a list of tranches, which no builder of the service opens */
const scheduleOf = ({ contract: { group }, coin: { state } }: FoundCalendarStream): OpenedSchedule => {
  if (state.kind !== 'SALARY' || group.kind !== 'SALARY')
    throw new Difference('OTHER_TERMS', 'It opens a grant or tranches by the calendar, which are not read yet');
  const { paydays } = group;
  const { amount, unpaid, next } = state;
  const { months, day, secondDay = 0n, time, utcOffset } = paydays;
  return {
    kind: 'SALARY',
    amountPerPeriod: amount,
    periods: unpaid,
    firstDue: salaryPaydayTime(paydays, next),
    lastDue: salaryPaydayTime(paydays, next + BigInt(unpaid - 1) * paydayStep(paydays)),
    months,
    day,
    secondDay,
    time,
    utcOffset,
  };
};

/** Returns the reserve that the schedule of a stream needs, satoshis. */
const reserveOf = ({ contract: { terms }, coin: { state } }: FoundCalendarStream): bigint | undefined =>
  state.kind === 'SALARY' ? calendarReserve(terms, 'SALARY', BigInt(state.unpaid)) : undefined;

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
 * Reads the salaries by the calendar that a transaction opens; undefined where it announces none.
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
  return opening;
};
