import { binToHex } from '@bitauth/libauth';
import { BEACON_SHARDS, beaconEpoch, beaconLockingBytecode } from '@weir/covenants';
import type { ChainNode } from '@weir/devnet';

/** Whether a transaction of the last blocks pays to a beacon, so that the chain lists what it opens. */
export const paysBeacon = (node: ChainNode, txid: string): boolean => {
  const epoch = beaconEpoch(node.tip.height);
  const beacons = new Set(
    [epoch - 1, epoch, epoch + 1].flatMap((each) =>
      Array.from({ length: BEACON_SHARDS }, (_, shard) => binToHex(beaconLockingBytecode(Math.max(0, each), shard))),
    ),
  );
  return node.transaction(txid)?.outputs.some(({ lockingBytecode }) => beacons.has(lockingBytecode)) === true;
};
