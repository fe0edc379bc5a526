import { linkedPlanIn } from './linked-plan.js';

describe('linkedPlanIn', () => {
  it('fills in a row for each recipient, with the amount and the name of the same place', () =>
    expect(
      linkedPlanIn(
        '?kind=payroll&interval=weekly&description=Team&recipient=bchtest:qa&amount=1.5&name=Ada&recipient=bchtest:qb&amount=2&name=',
      ),
    ).toEqual({
      fields: {
        product: 'recurring',
        length: 'year',
        interval: 'WEEKLY',
        description: 'Team',
        rows: [
          { recipient: 'bchtest:qa', amount: '1.5', label: 'Ada' },
          { recipient: 'bchtest:qb', amount: '2', label: '' },
        ],
      },
      unclear: [],
      isUneven: false,
    }));

  it('takes days of the month as the way in which salaries are paid', () =>
    expect(linkedPlanIn('?kind=payroll&interval=last_day')?.fields.interval).toBe('LAST_DAY'));

  it('fills in no amounts if there are not as many as recipients: they may belong to others', () => {
    const { fields, isUneven } = linkedPlanIn('?recipient=bchtest:qa&recipient=bchtest:qb&amount=2') ?? {};
    expect([fields?.rows?.map(({ amount }) => amount), isUneven]).toEqual([['', ''], true]);
    expect(linkedPlanIn('?amount=2')).toEqual({ fields: {}, unclear: [], isUneven: true });
  });

  it('leaves an amount of two meanings empty, and names both', () => {
    const { fields, unclear } = linkedPlanIn('?recipient=bchtest:qa&amount=1.500') ?? {};
    expect(fields?.rows).toEqual([{ recipient: 'bchtest:qa', amount: '', label: '' }]);
    expect(unclear?.map(({ text }) => text)).toEqual(['1.500']);
  });

  it('takes a kind only if it is one, and at most 100 rows', () => {
    expect(linkedPlanIn('?kind=toString')).toBeUndefined();
    expect(linkedPlanIn('?kind=locks')?.fields.product).toBe('lock');
    expect(linkedPlanIn(`?${'recipient=a&'.repeat(300)}`)?.fields.rows).toHaveLength(100);
  });

  it.each(['', '?vault=x', '?recipient=', '?interval=HOURLY'])('returns nothing for %j', (search) =>
    expect(linkedPlanIn(search)).toBeUndefined(),
  );
});
