import { WeirError } from '@weir/client';
import { toldProblems } from './told-problems.js';

const refusal = (field: string) =>
  new WeirError('INVALID_REQUEST', `${field} must be more`, { status: 400, details: { field } });

describe('what the service says of a form', () => {
  it('is told at the field that it is about, in the words of the form', () => {
    expect(toldProblems(refusal('totalAmount'))).toEqual({ amount: 'The amount must be more' });
    expect(toldProblems(refusal('endDate'))).toEqual({ end: 'The end must be more' });
  });

  it('is not told at a field where it is about something else', () => {
    expect(toldProblems(refusal('cancelNoticeBlocks'))).toEqual({});
    expect(toldProblems(new Error('offline'))).toEqual({});
    expect(toldProblems(null)).toEqual({});
  });
});
