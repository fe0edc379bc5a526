import { binToHex } from '@bitauth/libauth';
import { BEACON_EPOCH_BLOCKS, BEACON_SHARDS, beaconEpoch, beaconLockingBytecode } from '@weir/covenants';
import { scriptHashOf, type FollowedScript } from '@weir/infra';

/** All beacons a funding may use from a start on up to a height: one mined late stands in those of an epoch before. */
export class Beacons {
  readonly #hashes = new Set<string>();
  #next: number;

  constructor(startHeight: number) {
    this.#next = Math.floor(startHeight / BEACON_EPOCH_BLOCKS);
  }

  has(scriptHash: string): boolean {
    return this.#hashes.has(scriptHash);
  }

  /** The beacons that a height adds: those of the epoch the next block belongs to. */
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
