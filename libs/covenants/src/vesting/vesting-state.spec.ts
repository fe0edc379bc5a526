import fc from 'fast-check';
import { MAX_AMOUNT, MAX_TIME, MIN_TIME } from '@weir/vesting';
import { decodeVestingState, encodeVestingState, INITIAL_VESTING_STATE, type VestingState } from './vesting-state.js';

describe('the commitment of a vesting state', () => {
  it('is 15 bytes, little-endian', () => {
    expect(encodeVestingState(INITIAL_VESTING_STATE)).toBe('010000000000000000000065cd1d00');
    expect(encodeVestingState({ status: 'CANCELLED', released: 0x0102030405060708n, latest: 0x0a0b0c0dn })).toBe(
      '010108070605040302010d0c0b0a00',
    );
  });

  it('comes back from its bytes', () => {
    const states = fc.record<VestingState>({
      status: fc.constantFrom('ACTIVE', 'CANCELLED'),
      released: fc.bigInt(0n, MAX_AMOUNT),
      latest: fc.bigInt(MIN_TIME, MAX_TIME),
    });
    fc.assert(fc.property(states, (state) => expect(decodeVestingState(encodeVestingState(state))).toEqual(state)));
  });

  it.each([
    '',
    '01',
    '020000000000000000000065cd1d00',
    '010200000000000000000065cd1d00',
    '010000000000000000000065cd1d0000',
  ])('refuses %p', (bytes) => {
    expect(decodeVestingState(bytes)).toBeUndefined();
  });
});
