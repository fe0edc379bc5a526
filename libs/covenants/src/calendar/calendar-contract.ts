import { zeroOf } from '@weir/calendar';
import {
  calendarRecurringArtifact,
  calendarVestingBchArtifact,
  calendarVestingTokenArtifact,
  type LinkedArtifact,
  tranchesArtifact,
} from '@weir/contracts';
import { isLocalNetwork, type Network } from '../chain/network.js';
import { createLinkedScript, type CovenantScript, type LinkedCovenantScript } from '../contract/covenant-script.js';
import { universalScripts } from '../contract/universal-scripts.js';
import {
  type CalendarGroup,
  type CalendarTerms,
  findCalendarTermsProblem,
  type GrantGroup,
  isBchCalendar,
  type SalaryGroup,
} from './calendar-terms.js';

/** The contract of one group of a plan by the calendar, which holds every stream of the group's terms. */
export interface CalendarContract extends LinkedCovenantScript {
  readonly terms: CalendarTerms;
  readonly group: CalendarGroup;
  readonly network: Network;
  /** The universal scripts beside a stream, which have the function `spend`. */
  readonly clock: CovenantScript;
  readonly companion: CovenantScript;
}

const artifactOf = ({ product }: CalendarTerms, group: CalendarGroup): LinkedArtifact => {
  const asset = isBchCalendar(product) ? 'BCH' : 'FUNGIBLE_TOKEN';
  switch (group.kind) {
    case 'SALARY':
      return calendarRecurringArtifact(asset, group.paydays.secondDay !== undefined);
    case 'GRANT':
      return asset === 'BCH' ? calendarVestingBchArtifact : calendarVestingTokenArtifact(group.allocation);
    case 'TRANCHES':
      return tranchesArtifact(asset);
  }
};

const salary = (
  { sender, delay, fee, floor, nonce }: CalendarTerms,
  { paydays, noticeBlocks, cancelable, pausable }: SalaryGroup,
) => {
  const { months, day, secondDay } = paydays;
  return [
    sender,
    months,
    day,
    ...(secondDay === undefined ? [] : [secondDay - day]),
    zeroOf(paydays),
    BigInt(noticeBlocks),
    BigInt(delay),
    cancelable,
    pausable,
    fee,
    floor,
    nonce,
  ];
};

const grant = (
  { sender, delay, fee, floor, nonce }: CalendarTerms,
  { months, cliff, local, noticeBlocks }: GrantGroup,
) => [sender, months, cliff, zeroOf(local), BigInt(noticeBlocks), BigInt(delay), fee, floor, nonce];

const parametersOf = (terms: CalendarTerms, group: CalendarGroup) => {
  const { sender, delay, fee, floor, nonce } = terms;
  switch (group.kind) {
    case 'SALARY':
      return salary(terms, group);
    case 'GRANT':
      return grant(terms, group);
    case 'TRANCHES':
      return [sender, BigInt(group.noticeBlocks), BigInt(delay), fee, floor, nonce];
  }
};

/**
 * Creates the contracts of a plan by the calendar, one for each group, in the order of the terms.
 *
 * @throws RangeError when the terms break a rule (see `findCalendarTermsProblem`): such a plan must not be funded
 */
export const createCalendarContracts = (terms: CalendarTerms, network: Network): readonly CalendarContract[] => {
  const problem = findCalendarTermsProblem(terms, isLocalNetwork(network));
  if (problem !== undefined) throw new RangeError(`No plan by the calendar has these terms: ${problem}`);
  const { clock, planCompanion: companion } = universalScripts(network);
  return terms.groups.map((group) => ({
    terms,
    group,
    network,
    ...createLinkedScript(artifactOf(terms, group), parametersOf(terms, group), network),
    clock,
    companion,
  }));
};
