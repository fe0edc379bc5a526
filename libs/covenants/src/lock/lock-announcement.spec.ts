import fc from 'fast-check';
import { MAX_LOCKTIME } from '@weir/vesting';
import { partyOf } from '../chain/party.js';
import {
  decodeLockAnnouncement,
  encodeLockAnnouncement,
  type LockAnnouncement,
  MAX_LOCK_SCHEDULES,
} from './lock-announcement.js';

const party = (kind: 'P2PKH' | 'P2SH20' | 'P2SH32', byte: number): Uint8Array => {
  const made = partyOf({ kind, hash: new Uint8Array(kind === 'P2SH32' ? 32 : 20).fill(byte) });
  if (made === undefined) throw new Error('No party');
  return made;
};

const anySchedule = fc
  .record({
    start: fc.bigInt(500_000_000n, MAX_LOCKTIME - 2n),
    step: fc.bigInt(1n, 3_000_000n),
    share: fc.bigInt(0n, 100n),
  })
  .chain(({ start, step, share }) =>
    fc.bigInt(1n, 1_000_000n).map((many) => {
      const span = MAX_LOCKTIME - start;
      const wide = step > span ? span : step;
      const steps = wide * many > span ? span / wide : many;
      return { start, cliff: start + (wide * steps * share) / 100n, step: wide, steps };
    }),
  );

const anyAnnouncement: fc.Arbitrary<LockAnnouncement> = fc.record({
  asset: fc.constantFrom('BCH' as const, 'FUNGIBLE_TOKEN' as const),
  sender: fc.constantFrom(party('P2PKH', 1), party('P2SH20', 2), party('P2SH32', 3)),
  delay: fc.oneof(fc.constantFrom(undefined, 1, 144, 255, 256, 65_535), fc.integer({ min: 1, max: 65_535 })),
  schedules: fc.uniqueArray(anySchedule, {
    minLength: 1,
    maxLength: MAX_LOCK_SCHEDULES,
    selector: ({ start, cliff, step, steps }) => `${start} ${cliff} ${step} ${steps}`,
  }),
});

describe('an announcement of locks', () => {
  it('reads back as it was written, within what nodes relay', () => {
    fc.assert(
      fc.property(anyAnnouncement, (announcement) => {
        const bytecode = encodeLockAnnouncement(announcement);
        expect(bytecode.length).toBeLessThanOrEqual(223);
        expect(decodeLockAnnouncement(bytecode)).toEqual(announcement);
      }),
    );
  });

  const schedule = { start: 1_800_000_000n, cliff: 1_800_000_000n, step: 1n, steps: 100n };
  const sound: LockAnnouncement = { asset: 'BCH', sender: party('P2PKH', 1), schedules: [schedule] };

  it('is none with unsound schedules, no matter who wrote it', () => {
    const bytes = encodeLockAnnouncement(sound);
    // The last four bytes are the number of steps.
    expect(decodeLockAnnouncement(bytes.fill(0, bytes.length - 4))).toBeUndefined();
    for (const schedules of [[], [schedule, schedule], [{ ...schedule, step: 0n }]])
      expect(() => encodeLockAnnouncement({ ...sound, schedules })).toThrow(RangeError);
    const many = Array.from({ length: MAX_LOCK_SCHEDULES + 1 }, (_, i) => ({ ...schedule, steps: BigInt(i + 1) }));
    expect(() => encodeLockAnnouncement({ ...sound, schedules: many })).toThrow(RangeError);
    expect(() => encodeLockAnnouncement({ ...sound, sender: Uint8Array.of(0x51) })).toThrow(RangeError);
    for (const delay of [0, -1, 1.5, 65_536])
      expect(() => encodeLockAnnouncement({ ...sound, delay })).toThrow(RangeError);
  });

  it('does not announce the other kind of locks, and needs a delay where recipients can move', () => {
    const [stays, moves] = [encodeLockAnnouncement(sound), encodeLockAnnouncement({ ...sound, delay: 1_008 })];
    const numbered = (bytes: Uint8Array, product: number) => bytes.map((byte, at) => (at === 8 ? product : byte));
    expect(decodeLockAnnouncement(numbered(stays, 27))).toBeUndefined();
    expect(decodeLockAnnouncement(numbered(moves, 17))).toBeUndefined();
    expect(decodeLockAnnouncement(numbered(moves, 28))).toEqual({ ...sound, asset: 'FUNGIBLE_TOKEN', delay: 1_008 });
    const at = moves.length - 18;
    expect(decodeLockAnnouncement(moves.map((byte, i) => (i === at || i === at + 1 ? 0 : byte)))).toBeUndefined();
  });

  it.each([undefined, 1_008])('is none where bytes are missing, or too many: delay %s', (delay) => {
    const bytes = encodeLockAnnouncement({ ...sound, delay });
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = bytes.slice(0, length);
      cut[2] = length - 3;
      expect(decodeLockAnnouncement(cut)).toBeUndefined();
    }
    const long = Uint8Array.of(...bytes, 0);
    long[2] = long.length - 3;
    expect(decodeLockAnnouncement(long)).toBeUndefined();
  });
});
