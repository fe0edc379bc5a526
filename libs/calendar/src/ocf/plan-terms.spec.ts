import { days, filesOf, MONTHLY, months, OPTIONS, relative, START, TERMS } from '../../test/ocf-files.js';
import { importGrants, planTerms, readOcfPackage, type ReviewedGrant, sentenceText, streamTerms } from './index.js';

const grantOf = (period: object): ReviewedGrant => {
  const conditions = [START, { ...MONTHLY, trigger: relative('start', { ...period }) }];
  const terms = [{ ...TERMS, allocation_type: 'CUMULATIVE_ROUND_DOWN', vesting_conditions: conditions }];
  const read = readOcfPackage(filesOf({ terms }));
  if (!read.ok) throw new Error(sentenceText(read.problem));
  const [grant] = importGrants(read.value, { ...OPTIONS, time: 32_400n, utcOffset: 3_600n });
  if (grant?.status !== 'ready') throw new Error('The grant is refused');
  return grant;
};

const monthly = grantOf(months(1, 48, { cliff_installment: 12 }));

describe('the plans of a package', () => {
  it('are one for each way of vesting, with the dates and amounts that single streams would have', () => {
    const quarterly = grantOf(months(3, 48));
    const stepped = grantOf(days(30, 48, { cliff_installment: 3 }));
    const dates: ReviewedGrant = {
      ...monthly,
      stream: { kind: 'TRANCHES', tranches: [{ at: 1_900_000_000n, amount: monthly.total }] },
    };
    const all = [monthly, dates, quarterly, stepped];
    const plans = planTerms(all);
    expect(plans.map(({ terms, grants }) => [terms.schedule, grants])).toEqual([
      ['INSTALLMENTS', [monthly, quarterly]],
      ['TRANCHES', [dates]],
      ['SECONDS', [stepped]],
    ]);
    for (const { terms, grants } of plans)
      for (const [place, grant] of grants.entries()) {
        const { recipient, totalAmount, ...single } = streamTerms(grant);
        const row = terms.streams[place];
        expect(row).toMatchObject({ recipient, amount: totalAmount });
        if ('tranches' in single) expect(row?.tranches).toEqual(single.tranches);
        else if ('calendar' in single) {
          const { startTime: start, calendar, installments, cliffInstallment, allocation } = single;
          expect(row).toMatchObject({ start, calendar, installments, cliffInstallment, allocation });
        } else {
          const { startTime: start, endTime: end, cliffTimestamp: cliff, intervalSeconds: step } = single;
          expect(row).toMatchObject({ start, end, cliff, step });
        }
      }
  });

  it('are divided where the rows of one do not fit a request, and lose none', () => {
    const tranches = Array.from({ length: 100 }, (_, place) => ({
      at: 1_900_000_000n + BigInt(place),
      amount: 10_000n,
    }));
    const many = Array.from({ length: 500 }, (_, place): ReviewedGrant => ({
      ...monthly,
      grant: `G-${place}`,
      stream: { kind: 'TRANCHES', tranches },
    }));
    const plans = planTerms(many);
    expect(plans.length).toBeGreaterThan(1);
    expect(plans.flatMap(({ grants }) => grants)).toEqual(many);
    for (const { terms } of plans) expect(JSON.stringify(terms).length).toBeLessThan(1_001_000);
  });

  it('name each row by one line of plain text', () => {
    const label = (name: string) => planTerms([{ ...monthly, name, label: 'CS-1' }])[0]?.terms.streams[0]?.label;
    expect(label('Ada Lovelace')).toBe('Ada Lovelace, CS-1');
    expect(label('Ada\u202e\nLovelace')).toBe('Ada  Lovelace, CS-1');
    expect(label('😀'.repeat(150))).toBe('😀'.repeat(100));
    expect(label('\ud800Ada')).toBe('Ada, CS-1');
  });

  it('are missing where no grant is ready', () => expect(planTerms([])).toEqual([]));
});
