import { binToHex } from '@bitauth/libauth';
import { BEACON_EPOCH_BLOCKS, BEACON_SHARDS, beaconEpoch, beaconLockingBytecode } from '@weir/covenants';
import { scriptHashOf, type FollowedScript } from '@weir/infra';

/**
 * The beacons of all epochs from a start height on. Epochs already passed stay in the set: a funding that is mined late
 * pays to the beacon of an earlier epoch.
 */
export class Beacons {
  readonly #hashes = new Set<string>();
  #next: number;

  constructor(startHeight: number) {
    this.#next = Math.floor(startHeight / BEACON_EPOCH_BLOCKS);
  }

  has(scriptHash: string): boolean {
    return this.#hashes.has(scriptHash);
  }

  /** Advances to a height and returns the beacons it adds: those of the epoch of the next block. */
  reach(height: number): FollowedScript[] {
    const added: FollowedScript[] = [];
    for (; this.#next <= beaconEpoch(height); this.#next += 1) {
      for (let shard = 0; shard < BEACON_SHARDS; shard += 1) {
        const lockingBytecode = beaconLockingBytecode(this.#next, shard);
        added.push({ scriptHash: scriptHashOf(lockingBytecode), lockingBytecode: binToHex(lockingBytecode) });
      }
    }
    for (const { scriptHash } of added) this.#hashes.add(scriptHash);
    return added;
  }
}
