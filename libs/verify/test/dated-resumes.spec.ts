import { MAX_RESUME_AGE } from '@weir/kinds';
import { verify } from '../src/index.js';
import { vaultCalendarFlows } from './support/calendar-flows.js';
import { transactionOf } from './support/coins.js';
import { currencyFlows } from './support/currency-flows.js';
import type { Flow } from './support/flow.js';
import { vaultPlanFlows } from './support/plan-flows.js';

const SIXTY_DAYS = 60n * 86_400n;

/** Everything that a treasury moves of what it pays. */
const flows = [
  ...vaultPlanFlows('RECURRING_BCH'),
  ...vaultPlanFlows('RECURRING_TOKEN'),
  ...vaultCalendarFlows(false),
  ...vaultCalendarFlows(true),
  ...currencyFlows(),
];
const named = (words: RegExp): readonly Flow[] =>
  flows.filter(({ name }) => name.includes('vault') && words.test(name));
const resumes = named(/: resume/u);
const stops = named(/: (?:cancel|pause)/u);

/** A signer is asked for their signature so many seconds after the transaction was dated. */
const signedAfter = ({ request, signer, asked }: Flow, seconds: bigint) =>
  verify(request, { ...signer, time: BigInt(transactionOf(request).locktime) + seconds }, asked);

describe('a resume that a treasury proposes', () => {
  it('is tried by the second, by the calendar and in a currency', () =>
    expect(resumes.map(({ name }) => name)).toHaveLength(6));

  it.each(resumes.map((flow) => [flow.name, flow] as const))(
    'waits a week for its signatures, and is then refused: %s',
    (_, flow) => {
      for (const seconds of [0n, 86_400n, MAX_RESUME_AGE])
        expect(signedAfter(flow, seconds).effects).toContainEqual(expect.objectContaining({ move: 'RESUME' }));
      for (const seconds of [MAX_RESUME_AGE + 1n, SIXTY_DAYS])
        expect(() => signedAfter(flow, seconds)).toThrow(
          /^It is dated \d+, which is more than 7 days ago: it would pay for time of the pause/u,
        );
    },
  );
});

describe('a cancel or pause that a treasury proposes', () => {
  it.each(stops.map((flow) => [flow.name, flow] as const))(
    'may be older: dated back it keeps more for the treasury: %s',
    (_, flow) => expect(signedAfter(flow, SIXTY_DAYS).effects).toHaveLength(flow.asked.effects.length),
  );
});
