import { CreateStreamBody } from '@weir/api-contract';
import { findMisspeltField } from './find-misspelt-field.js';

describe('findMisspeltField', () => {
  it.each([
    ['cancellable', 'cancelable'],
    ['cliff_timestamp', 'cliffTimestamp'],
    ['startTimes', 'startTime'],
    ['endtime', 'endTime'],
    ['totalAmout', 'totalAmount'],
    ['Recipient', 'recipient'],
    ['token_type', 'tokenType'],
  ])('takes %s for %s', (given, meant) => {
    expect(findMisspeltField(CreateStreamBody, { [given]: 1 })).toEqual({ given, meant });
  });

  it.each(['network', 'tokenSymbol', 'title', 'x', '', '__proto__', 'constructor'])('lets %j be', (name) => {
    const body = Object.defineProperty({}, name, { value: 1, enumerable: true });
    expect(findMisspeltField(CreateStreamBody, body)).toBeUndefined();
  });

  it('lets every known field be', () => {
    expect(
      findMisspeltField(CreateStreamBody, { sender: '', recipient: '', startTime: 1, endTime: 2 }),
    ).toBeUndefined();
  });
});
