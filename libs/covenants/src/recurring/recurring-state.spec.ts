import fc from 'fast-check';
import { MAX_TIME, MIN_TIME } from '@weir/payments';
import {
  decodeRecurringState,
  encodeRecurringState,
  initialRecurringState,
  type RecurringState,
} from './recurring-state.js';

const plan = { amountPerPeriod: 1_000n, lastAmount: 1_000n, periods: 12n, interval: 86_400n, firstDue: 1_700_000_000n };

describe('the commitment of a recurring state', () => {
  it('is 17 bytes, little-endian', () => {
    expect(encodeRecurringState(initialRecurringState({ plan }))).toBe(
      '0100' + '0000000000' + '00f1536500' + '0065cd1d00',
    );
    const state: RecurringState = { status: 'PAUSED', paid: 0x0102n, nextDue: 0x0304050607n, latest: 0x08090a0bn };
    expect(encodeRecurringState(state)).toBe('0103' + '0201000000' + '0706050403' + '0b0a090800');
  });

  it('comes back from its bytes', () => {
    const states = fc.record<RecurringState>({
      status: fc.constantFrom('ACTIVE', 'CANCELLED', 'PAUSING', 'PAUSED'),
      paid: fc.bigInt(0n, MAX_TIME),
      nextDue: fc.bigInt(MIN_TIME, 2n * MAX_TIME),
      latest: fc.bigInt(MIN_TIME, MAX_TIME),
    });
    fc.assert(fc.property(states, (state) => expect(decodeRecurringState(encodeRecurringState(state))).toEqual(state)));
  });

  it.each(['', '01', '02' + '00'.repeat(16), '0104' + '00'.repeat(15), '0100' + '00'.repeat(16)])(
    'refuses %p',
    (bytes) => {
      expect(decodeRecurringState(bytes)).toBeUndefined();
    },
  );
});
