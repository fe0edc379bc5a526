import { binToHex } from '@bitauth/libauth';
import { ALLOCATIONS, CALENDAR_ARTIFACTS, CALENDAR_COVENANTS, linkCalendar } from '../../scripts/calendar-source.js';
import {
  calendarRecurringArtifact,
  calendarVestingBchArtifact,
  calendarVestingTokenArtifact,
  tranchesArtifact,
  type LinkedArtifact,
} from '../../src/index.js';
import { sourceOf } from '../support/sources.js';
import { CLOCK } from './covenant.js';

const codesOf = ({ shown, hidden }: LinkedArtifact) =>
  [shown, ...hidden].map(({ functions }) => functions.map(({ name }) => name).join());

describe('artifacts by the calendar', () => {
  it.each(CALENDAR_ARTIFACTS.map((artifact) => [artifact.name, artifact] as const))(
    '%s is what its source links to',
    async (name, { covenant, form }) => {
      const committed: unknown = await import(`../../src/artifacts/${name}.js`);
      expect(committed).toMatchObject({ default: linkCalendar(covenant, sourceOf(covenant.name), form) });
    },
  );

  it('have one of each allocation of shares, all different', () => {
    const codes = ALLOCATIONS.map((allocation) => calendarVestingTokenArtifact(allocation).shown.bytecode);
    expect(new Set(codes).size).toBe(6);
    const grants = CALENDAR_COVENANTS.find(({ name }) => name === 'calendar-vesting-token');
    if (grants === undefined) throw new Error('There are grants in tokens');
    for (const allocation of ALLOCATIONS)
      expect(calendarVestingTokenArtifact(allocation)).toEqual(
        linkCalendar(grants, sourceOf(grants.name), { allocation }),
      );
  });

  it('have one parameter more where a month has two paydays', () => {
    for (const asset of ['BCH', 'FUNGIBLE_TOKEN'] as const) {
      const [once, twice] = [false, true].map((each) =>
        calendarRecurringArtifact(asset, each).constructorInputs.map(({ name }) => name),
      );
      expect(twice).toEqual(once?.flatMap((name) => (name === 'day' ? ['day', 'gap'] : [name])));
    }
  });

  it('take the same parameters and functions in both modes', () => {
    for (const [bch, token] of [
      [calendarRecurringArtifact('BCH'), calendarRecurringArtifact('FUNGIBLE_TOKEN')],
      [tranchesArtifact('BCH'), tranchesArtifact('FUNGIBLE_TOKEN')],
      ...ALLOCATIONS.map(
        (allocation) => [calendarVestingBchArtifact, calendarVestingTokenArtifact(allocation)] as const,
      ),
    ] as const) {
      expect(token.constructorInputs).toEqual(bch.constructorInputs);
      expect(token.shown.functions).toEqual(bch.shown.functions);
      expect(token.hidden.map(({ functions }) => functions)).toEqual(bch.hidden.map(({ functions }) => functions));
    }
  });

  it('show the payment, and hide the functions whose size matters in a code of their own', () => {
    expect(codesOf(calendarRecurringArtifact('BCH'))).toEqual([
      ...['pay', 'end', 'stop', 'settle,refund', 'announce', 'finish', 'resume,sweep,collect'],
    ]);
    for (const artifact of [calendarVestingBchArtifact, tranchesArtifact('BCH')])
      expect(codesOf(artifact)).toEqual(['pay', 'end,refund', 'cancel', 'announce', 'finish', 'sweep,collect']);
  });

  it.each(CALENDAR_COVENANTS.map(({ name }) => name))('%s sends units to the clock of plans, once', (name) => {
    expect(sourceOf(name).match(/0xaa20[0-9a-f]{64}87/gu)).toEqual([`0x${binToHex(CLOCK.lockingBytecode)}`]);
  });
});
