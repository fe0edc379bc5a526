import fc from 'fast-check';
import { MAX_TIME } from '@weir/vesting';
import { MAX_SATOSHIS } from '../chain/supply.js';
import type { VestingParameters } from '../vesting/vesting-parameters.js';
import { decodeAnnouncement, encodeAnnouncement } from './announcement.js';
import { beaconEpoch, beaconLockingBytecode, beaconShard } from './beacon.js';

const parameters: VestingParameters = {
  sender: new Uint8Array(20).fill(1),
  recipient: new Uint8Array(20).fill(2),
  schedule: { total: 123_456_789n, start: 1_700_000_000n, end: 1_800_000_000n, cliff: 1_750_000_000n, step: 86_400n },
  noticeBlocks: 36,
  nonce: new Uint8Array(16).fill(3),
};
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe('announcements', () => {
  it('stay within what every node relays as data', () => {
    expect(encodeAnnouncement({ product: 'VESTING_BCH', parameters })).toHaveLength(91);
    expect(encodeAnnouncement({ product: 'VESTING_TOKEN', parameters, category: 'c0'.repeat(32) })).toHaveLength(123);
  });

  it('of a token name it, and take any amount that can exist of it', () => {
    const category = '0123456789abcdef'.repeat(4);
    for (const total of [1n, 9_223_372_036_854_775_807n]) {
      const announcement = {
        product: 'VESTING_TOKEN',
        parameters: { ...parameters, schedule: { ...parameters.schedule, total } },
        category,
      } as const;
      expect(decodeAnnouncement(encodeAnnouncement(announcement))).toEqual(announcement);
    }
    const whole = encodeAnnouncement({ product: 'VESTING_TOKEN', parameters, category });
    expect(decodeAnnouncement(whole.slice(0, -1))).toBeUndefined();
    expect(decodeAnnouncement(Uint8Array.of(...whole, 0))).toBeUndefined();
    const none = { ...parameters, schedule: { ...parameters.schedule, total: 0n } };
    expect(
      decodeAnnouncement(encodeAnnouncement({ product: 'VESTING_TOKEN', parameters: none, category })),
    ).toBeUndefined();
  });

  it('come back from their bytes', () => {
    const any = fc.record<VestingParameters>({
      sender: bytes(20),
      recipient: bytes(20),
      schedule: fc
        .tuple(
          fc.bigInt(546n, MAX_SATOSHIS),
          fc.bigInt(500_000_000n, MAX_TIME - 1_000n),
          fc.bigInt(0n, 999n),
          fc.boolean(),
        )
        .map(([total, start, step, cliff]) => ({
          total,
          start,
          end: start + 1_000n,
          cliff: cliff ? start + step : 0n,
          step,
        })),
      noticeBlocks: fc.constantFrom(0, 6, 36, 65_535),
      nonce: bytes(16),
    });
    fc.assert(
      fc.property(any, (given) => {
        expect(decodeAnnouncement(encodeAnnouncement({ product: 'VESTING_BCH', parameters: given }))).toEqual({
          product: 'VESTING_BCH',
          parameters: given,
        });
      }),
    );
  });

  it('are refused when malformed, of another version, or impossible', () => {
    const good = encodeAnnouncement({ product: 'VESTING_BCH', parameters });
    const changed = (index: number, value: number) => good.map((byte, i) => (i === index ? value : byte));
    expect(decodeAnnouncement(good.slice(0, -1))).toBeUndefined();
    expect(decodeAnnouncement(Uint8Array.of(...good, 0))).toBeUndefined();
    for (const index of [0, 1, 2, 3, 7, 8]) expect(decodeAnnouncement(changed(index, 0xff))).toBeUndefined();
    const backwards = { ...parameters, schedule: { ...parameters.schedule, end: parameters.schedule.start } };
    expect(decodeAnnouncement(encodeAnnouncement({ product: 'VESTING_BCH', parameters: backwards }))).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (noise) => expect(decodeAnnouncement(noise)).toBeUndefined()),
    );
  });
});

describe('beacons', () => {
  it('change with epoch and shard, and only with them', () => {
    expect(beaconEpoch(1_006)).toBe(0);
    expect(beaconEpoch(1_007)).toBe(1);
    const seen = new Set(
      [0, 1].flatMap((epoch) => [0, 15].map((shard) => beaconLockingBytecode(epoch, shard).toString())),
    );
    expect(seen.size).toBe(4);
    expect(beaconLockingBytecode(1, 2)).toEqual(beaconLockingBytecode(1, 2));
    expect(beaconShard(Uint8Array.of(0xaa, 0x20, ...new Uint8Array(31), 0xab, 0x87))).toBe(0x0b);
  });
});
