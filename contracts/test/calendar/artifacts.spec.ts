import { binToHex } from '@bitauth/libauth';
import { CALENDAR_ARTIFACTS, CALENDAR_COVENANTS, linkCalendar, VESTED } from '../../scripts/calendar-source.js';
import {
  type Allocation,
  calendarRecurringBchArtifact,
  calendarRecurringTokenArtifact,
  calendarVestingBchArtifact,
  calendarVestingTokenArtifact,
  type LinkedArtifact,
  tranchesBchArtifact,
  tranchesTokenArtifact,
} from '../../src/index.js';
import { sourceOf } from '../support/sources.js';
import { CLOCK } from './covenant.js';

const ALLOCATIONS = Object.keys(VESTED) as Allocation[];

describe('artifacts by the calendar', () => {
  it.each(CALENDAR_ARTIFACTS.map((artifact) => [artifact.name, artifact] as const))(
    '%s is what its source links to',
    async (name, { covenant, allocation }) => {
      const committed: unknown = await import(`../../src/artifacts/${name}.js`);
      expect(committed).toMatchObject({ default: linkCalendar(covenant, sourceOf(covenant.name), allocation) });
    },
  );

  it('have one of each allocation of shares, all different', () => {
    const codes = ALLOCATIONS.map((allocation) => calendarVestingTokenArtifact(allocation).shown.bytecode);
    expect(new Set(codes).size).toBe(6);
    for (const allocation of ALLOCATIONS) {
      const covenant = { layout: { shown: 'pay', hidden: [['end'], ['cancel'], ['refund'], ['sweep']] } };
      const linked = linkCalendar(covenant, sourceOf('calendar-vesting-token'), allocation);
      expect(calendarVestingTokenArtifact(allocation)).toEqual(linked);
    }
  });

  it('take the same parameters and functions in both modes', () => {
    for (const [bch, token] of [
      [calendarRecurringBchArtifact, calendarRecurringTokenArtifact],
      [tranchesBchArtifact, tranchesTokenArtifact],
      ...ALLOCATIONS.map((allocation) => [calendarVestingBchArtifact, calendarVestingTokenArtifact(allocation)] as const),
    ] as const) {
      expect(token.constructorInputs).toEqual(bch.constructorInputs);
      expect(token.shown.functions).toEqual(bch.shown.functions);
      expect(token.hidden.map(({ functions }) => functions)).toEqual(bch.hidden.map(({ functions }) => functions));
    }
  });

  it('show the payment, and hide each other function in a code of its own', () => {
    const codes = ({ shown, hidden }: LinkedArtifact) =>
      [shown, ...hidden].map(({ functions }) => functions.map(({ name }) => name).join());
    expect(codes(calendarRecurringBchArtifact)).toEqual(['pay', 'end', 'stop', 'settle', 'resume', 'refund', 'sweep']);
    for (const artifact of [calendarVestingBchArtifact, tranchesBchArtifact])
      expect(codes(artifact)).toEqual(['pay', 'end', 'cancel', 'refund', 'sweep']);
  });

  it.each(CALENDAR_COVENANTS.map(({ name }) => name))('%s sends units to the clock of plans, once', (name) => {
    expect(sourceOf(name).match(/0xaa20[0-9a-f]{64}87/gu)).toEqual([`0x${binToHex(CLOCK.lockingBytecode)}`]);
  });
});
