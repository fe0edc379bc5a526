import { WeirError } from '@weir/client';
import { readSchedule } from '../forms/schedule-draft.js';
import { EMPTY_ROW, newPlanDraft, ofProduct, readPlanDraft, toldRowProblems } from './plan-draft.js';

const NOW = 1_800_000_000;
const row = { recipient: ' bchtest:qa ', amount: '1.5', label: ' Ada ' };
const draft = { ...newPlanDraft(NOW), rows: [row, EMPTY_ROW] };
const terms = (changes: Partial<typeof draft>, vaultId?: string): unknown =>
  readPlanDraft({ ...draft, ...changes }, { vaultId });

describe('a draft of a plan', () => {
  it('becomes terms of grants, without empty rows', () =>
    expect(terms({ description: 'Founders' }, 'a-vault')).toEqual({
      terms: {
        ...{ product: 'vesting', cancelable: true, description: 'Founders', vaultId: 'a-vault' },
        start: expect.any(Number) as number,
        end: expect.any(Number) as number,
        streams: [{ recipient: 'bchtest:qa', amount: '1.5', label: 'Ada' }],
      },
    }));

  it('becomes terms of salaries, which have an interval and no end', () =>
    expect(terms({ product: 'recurring', rows: [{ ...row, start: '1800000000', step: '5' }] })).toEqual({
      terms: {
        ...{ product: 'recurring', interval: 'MONTHLY', cancelable: true },
        streams: [{ recipient: 'bchtest:qa', amount: '1.5', label: 'Ada', start: 1_800_000_000 }],
        start: expect.any(Number) as number,
      },
    }));

  it('becomes terms of locks, which have no right to cancel, a second where all comes at once, and whole steps', () => {
    expect(terms({ ...ofProduct('lock', 'year'), upfront: 'yes' })).toEqual({
      terms: {
        ...{ product: 'lock', start: NOW + 365 * 86_400 - 1, end: NOW + 365 * 86_400 },
        streams: [{ recipient: 'bchtest:qa', amount: '1.5', label: 'Ada' }],
      },
    });
    expect(terms({ ...ofProduct('lock', 'quarters'), rows: [{ ...row, cliff: '1800000100' }] })).toMatchObject({
      terms: { product: 'lock', start: NOW, streams: [{ cliff: 1_800_000_100 }] },
    });
    expect(ofProduct('vesting', 'quarters').length).toBe('year');
  });

  it('has the same schedules as a single stream, and a part at once', () => {
    const read = readSchedule({ ...draft, length: 'grant', pace: 'monthly' });
    if ('problems' in read) throw new Error('It has no problems');
    expect(terms({ length: 'grant', pace: 'monthly' })).toMatchObject({ terms: read.schedule });
    expect(terms({ upfront: 'yes', upfrontPercent: '12.5' })).toMatchObject({
      terms: { shape: { kind: 'upfront-and-tail', upfrontPercent: 12.5 } },
    });
    expect(terms({ length: 'once', upfront: 'yes' })).not.toHaveProperty('terms.shape');
    expect(terms({ length: 'grant', upfront: 'yes' })).toHaveProperty('problems.head.length');
  });

  it('takes a token’s amounts in decimals and requests base units', () =>
    expect(
      readPlanDraft({ ...draft, asset: 'FUNGIBLE_TOKEN', category: 'ab'.repeat(32) }, { tokenDecimals: 2 }),
    ).toMatchObject({ terms: { tokenType: 'FUNGIBLE_TOKEN', streams: [{ amount: '150' }] } }));

  it('has problems by field, of the plan and of each row', () => {
    expect(terms({ rows: [EMPTY_ROW] })).toMatchObject({ problems: { head: { list: 'Name at least one recipient' } } });
    expect(terms({ rows: [row, { ...row, recipient: '', amount: '1,5' }] })).toMatchObject({
      problems: { rows: [{}, { recipient: expect.any(String) as string, amount: expect.any(String) as string }] },
    });
    expect(terms({ asset: 'FUNGIBLE_TOKEN' })).toMatchObject({
      problems: {
        head: { category: expect.any(String) as string },
        rows: [{ amount: 'Whole base units, in digits' }, {}],
      },
    });
    expect(terms({ length: 'dates', end: draft.start })).toHaveProperty('problems.head.end');
    for (const upfrontPercent of ['0', '100', 'half'])
      expect(terms({ upfront: 'yes', upfrontPercent })).toHaveProperty('problems.head.upfrontPercent');
  });

  it('shows what the service says of rows in their fields, past empty ones', () => {
    const errors = [
      { row: 2, field: 'amount', code: 'INVALID_REQUEST', reason: 'too small' },
      { row: 1, field: 'address', code: 'INVALID_REQUEST', reason: 'no address' },
      { row: 9, field: 'amount', code: 'INVALID_REQUEST', reason: 'of no row' },
    ];
    const error = new WeirError('INVALID_RECIPIENTS', 'Rows', { details: { errors } });
    expect(toldRowProblems(error, [row, EMPTY_ROW, row])).toEqual([
      { recipient: 'No address' },
      {},
      { amount: 'Too small' },
    ]);
    expect(toldRowProblems(new Error('Other'), [row])).toEqual([]);
  });
});
