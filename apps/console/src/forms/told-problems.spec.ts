import { WeirError } from '@weir/client';
import { timeText } from '../format/time.js';
import { toldProblems } from './problems.js';

const refusal = (field: string) =>
  new WeirError('INVALID_REQUEST', `${field} must be more`, { status: 400, details: { field } });

describe('what the service says of a form', () => {
  it('is told at the field that it is about, in the words of the form', () => {
    expect(toldProblems(refusal('totalAmount'))).toEqual({ amount: 'The amount must be more' });
    expect(toldProblems(refusal('endDate'))).toEqual({ end: 'The end must be more' });
  });

  it('names the nearest sound cliff in the time zone of the form', () => {
    const nearestCliff = 1_800_000_000;
    const details = { field: 'cliffTimestamp', nearestCliff };
    const error = new WeirError('SCHEDULE_UNSOUND', 'cliffTimestamp is too near to the end', { status: 400, details });
    expect(toldProblems(error)).toEqual({
      cliff: `Too near to the end: nothing could be paid out between the two. The nearest time that works is ${timeText(nearestCliff)}`,
    });
  });

  it('is not told at a field where it is about something else', () => {
    expect(toldProblems(refusal('cancelNoticeBlocks'))).toEqual({});
    expect(toldProblems(new Error('offline'))).toEqual({});
    expect(toldProblems(null)).toEqual({});
  });
});
