import { readFile } from 'node:fs/promises';
import { binToHex } from '@bitauth/libauth';
import { CURRENCY_ARTIFACTS, linkCurrency } from '../../scripts/currency-source.js';
import {
  currencyCalendarArtifact,
  currencyCalendarTwiceArtifact,
  currencyPaymentArtifact,
  type LinkedArtifact,
} from '../../src/index.js';
import { PLAN_CLOCK } from '../plan/covenant.js';
import { sourceOf } from '../support/sources.js';

const COMMITTED: Readonly<Record<string, LinkedArtifact>> = {
  'currency-payment': currencyPaymentArtifact,
  'currency-calendar': currencyCalendarArtifact,
  'currency-calendar-twice': currencyCalendarTwiceArtifact,
};

describe.each(CURRENCY_ARTIFACTS)('the artifact $name', ({ name, source, form }) => {
  const artifact = COMMITTED[name];

  it('is what its source compiles to', () => {
    expect(linkCurrency(sourceOf(source), form)).toEqual(artifact);
  });

  it('shows the payment alone', () => {
    expect(
      artifact && [artifact.shown, ...artifact.hidden].map(({ functions }) => functions.map((each) => each.name)),
    ).toEqual([['pay'], ['stop', 'settle', 'resume', 'topUp', 'payDebt', 'close', 'refund', 'sweep']]);
  });

  it('has an argument of hidden code where a resume by the calendar skips paydays', () => {
    const inputs = artifact?.hidden.flatMap(({ functions }) => functions.flatMap((each) => each.inputs));
    expect(inputs).toEqual(source === 'currency-calendar' ? [{ name: 'passed', type: 'int' }] : []);
  });

  it('sends units to the clock of plans, once', () => {
    expect(sourceOf(source).match(/0xaa20[0-9a-f]{64}87/g)).toEqual([`0x${binToHex(PLAN_CLOCK.lockingBytecode)}`]);
  });
});

describe('the source of payments by the calendar', () => {
  it('has two functions of its own: what depends on dates', async () => {
    const text = await readFile(new URL('../../cash/currency-calendar.cash', import.meta.url), 'utf8');
    expect([...text.matchAll(/^ {4}function (\w+)/gmu)].map(([, name]) => name)).toEqual(['pay', 'resume']);
  });

  it('has one parameter more for two paydays a month', () => {
    const [once, twice] = [currencyCalendarArtifact, currencyCalendarTwiceArtifact].map(({ constructorInputs }) =>
      constructorInputs.map(({ name }) => name),
    );
    expect(twice).toEqual(once?.flatMap((name) => (name === 'day' ? ['day', 'gap'] : [name])));
  });
});
