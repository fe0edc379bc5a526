import { days, filesOf, MONTHLY, months, OPTIONS, relative, START, TERMS } from '../../test/ocf-files.js';
import { firstMonthAfter } from '../installments.js';
import { importGrants, readOcfPackage, type ReviewedGrant, sentenceText, streamTerms } from './index.js';

const importOf = (conditions: readonly unknown[] = [START, MONTHLY]): ReviewedGrant => {
  const read = readOcfPackage(filesOf({ terms: [{ ...TERMS, vesting_conditions: conditions }] }));
  if (!read.ok) throw new Error(sentenceText(read.problem));
  const [grant] = importGrants(read.value, { ...OPTIONS, time: 32_400n, utcOffset: 3_600n });
  if (grant?.status !== 'ready') throw new Error('The grant is refused');
  return grant;
};
const byPeriod = (period: object) => importOf([START, { ...MONTHLY, trigger: relative('start', { ...period }) }]);

describe('the request for a grant of a package', () => {
  it('of months has a start from which the same first installment follows', () => {
    for (const period of [months(1, 48, { cliff_installment: 12 }), months(3, 48), months(12, 48)]) {
      const grant = byPeriod(period);
      if (grant.stream.kind !== 'CALENDAR') throw new Error(grant.stream.kind);
      const { firstMonth, utcOffset, months: every } = grant.stream.grant;
      const terms = streamTerms(grant);
      if (!('installments' in terms)) throw new Error('It has no installments');
      expect(firstMonthAfter(BigInt(terms.startTime), { months: every, utcOffset })).toBe(firstMonth);
      expect(terms).toMatchObject({
        streamType: 'STEP',
        recipient: grant.address,
        totalAmount: '1000007',
        description: 'CS-1',
        calendar: { months: Number(every), day: 31, time: '09:00', utcOffset: '+01:00' },
        installments: 48,
        allocation: 'CUMULATIVE_ROUNDING',
      });
    }
  });

  it('of equal days has seconds, and a cliff where it has one', () => {
    const read = readOcfPackage(
      filesOf({
        terms: [
          {
            ...TERMS,
            allocation_type: 'CUMULATIVE_ROUND_DOWN',
            vesting_conditions: [
              START,
              { ...MONTHLY, trigger: relative('start', days(30, 48, { cliff_installment: 3 })) },
            ],
          },
        ],
      }),
    );
    if (!read.ok) throw new Error(sentenceText(read.problem));
    const [grant] = importGrants(read.value, OPTIONS);
    if (grant?.status !== 'ready') throw new Error('The grant is refused');
    const terms = streamTerms(grant);
    if (!('intervalSeconds' in terms)) throw new Error('It has no steps');
    expect(terms.intervalSeconds).toBe(30 * 86_400);
    expect(terms.cliffTimestamp).toBe(terms.startTime + 3 * 30 * 86_400);
    expect(terms.endTime).toBe(terms.startTime + 48 * 30 * 86_400);
  });

  it('of other dates has them, each with its amount', () => {
    const grant = importOf([
      { ...START, next_condition_ids: ['late'] },
      {
        id: 'late',
        portion: { numerator: '1', denominator: '3' },
        trigger: { type: 'VESTING_SCHEDULE_ABSOLUTE', date: '2027-03-04' },
        next_condition_ids: ['rest'],
      },
      {
        id: 'rest',
        portion: { numerator: '2', denominator: '3' },
        trigger: { type: 'VESTING_SCHEDULE_ABSOLUTE', date: '2029-05-06' },
        next_condition_ids: [],
      },
    ]);
    const terms = streamTerms(grant);
    if (!('tranches' in terms)) throw new Error(grant.stream.kind);
    expect(terms.tranches.map(({ time }) => new Date(time * 1_000).toISOString().slice(0, 16))).toEqual([
      '2027-03-04T08:00',
      '2029-05-06T08:00',
    ]);
    expect(terms.tranches.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(1_000_007n);
  });
});
