import { beaconEpoch, beaconLockingBytecode, beaconShard } from './beacon.js';

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
