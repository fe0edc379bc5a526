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
import { postStreams } from './read-plan-funding.js';

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

/** A reserve can be burnt by payments that strangers make, and pays for them: it is what the schedule needs. */
const assertReserve = ({ contract: { terms }, coin: { reserve, state } }: FoundCalendarStream): void => {
  const needed = state.kind === 'SALARY' ? calendarReserve(terms, 'SALARY', BigInt(state.unpaid)) : undefined;
  if (reserve !== needed)
    throw new Difference(
      'OTHER_TERMS',
      `Stream ${state.index} would lock ${reserve.toString()} satoshis for fees; its schedule needs ${String(needed)}`,
    );
};

/** No builder announces any fees but the defaults, by which reserves are counted. */
const assertFees = ({ terms }: FoundCalendar): void => {
  const usual = defaultCalendarFees(terms.product);
  for (const term of ['fee', 'floor'] as const)
    if (terms[term] !== usual[term])
      throw new Difference(
        'OTHER_TERMS',
        `The ${term} of its streams would be ${terms[term].toString()} satoshis, not ${usual[term].toString()}`,
      );
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
  assertFees(plan);
  for (const stream of plan.streams) assertReserve(stream);
  postStreams(ledger, { ...plan, announces: announcesCalendar, note: calendarNoteSatoshis(plan.terms) });
  return opening;
};
