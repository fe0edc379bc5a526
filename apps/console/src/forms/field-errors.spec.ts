import { WeirError } from '@weir/client';
import { timeText } from '../format/time.js';
import { fieldErrors } from './problems.js';

const refusal = (field: string) =>
  new WeirError('INVALID_REQUEST', `${field} must be more`, { status: 400, details: { field } });

describe('what the service says of a form', () => {
  it('is reported at its field, in the words of the form', () => {
    expect(fieldErrors(refusal('totalAmount'))).toEqual({ amount: 'The amount must be more' });
    expect(fieldErrors(refusal('endDate'))).toEqual({ end: 'The end must be more' });
  });

  it('names the nearest sound cliff in the time zone of the form', () => {
    const nearestCliff = 1_800_000_000;
    const details = { field: 'cliffTimestamp', nearestCliff };
    const error = new WeirError('SCHEDULE_UNSOUND', 'cliffTimestamp is too near to the end', { status: 400, details });
    expect(fieldErrors(error)).toEqual({
      cliff: `Too near to the end: nothing could be paid out between the two. The nearest time that works is ${timeText(nearestCliff)}`,
    });
  });

  it('is not reported at a field if it is about something else', () => {
    expect(fieldErrors(refusal('cancelNoticeBlocks'))).toEqual({});
    expect(fieldErrors(new Error('offline'))).toEqual({});
    expect(fieldErrors(null)).toEqual({});
  });
});
