import {
  encodeLockingBytecodeP2sh32,
  flattenBinArray,
  hash256,
  numberToBinUint32LE,
  utf8ToBin,
} from '@bitauth/libauth';
import { P2SH32_DUST } from '@weir/kinds';
import type { ChainTip } from '../chain/network.js';

/** Blocks of one beacon epoch, about a week. */
export const BEACON_EPOCH_BLOCKS = 1_008;
/** Beacons of one epoch. */
export const BEACON_SHARDS = 16;

const OP_DROP = 0x75;
const OP_1 = 0x51;

/**
 * Returns the epoch of a transaction built at a tip, by the height of the next block. A transaction mined late is
 * in the history of its epoch all the same.
 *
 * @param tipHeight blocks
 */
export const beaconEpoch = (tipHeight: number): number => Math.floor((tipHeight + 1) / BEACON_EPOCH_BLOCKS);

/** Returns the shard of a contract: the low four bits of its P2SH32 hash. */
export const beaconShard = (lockingBytecode: Uint8Array): number => (lockingBytecode.at(-2) ?? 0) % BEACON_SHARDS;

/**
 * Returns the locking bytecode whose history lists the fundings of one shard in one epoch. There are shards because a
 * single address could be flooded beyond what Electrum servers list. Anybody may spend the dust there with the script
 * `<tag, version, epoch, shard> OP_DROP OP_1`, so it need not stay in the UTXO set for ever.
 */
export const beaconLockingBytecode = (epoch: number, shard: number): Uint8Array => {
  const data = flattenBinArray([
    utf8ToBin('WEIR'),
    Uint8Array.of(0x01),
    numberToBinUint32LE(epoch),
    Uint8Array.of(shard),
  ]);
  return encodeLockingBytecodeP2sh32(
    hash256(flattenBinArray([Uint8Array.of(data.length), data, Uint8Array.of(OP_DROP, OP_1)])),
  );
};

/**
 * Returns the output by which the chain lists a new contract: dust to the beacon of its shard, in the epoch of the next block.
 *
 * @param lockingBytecode of the contract
 */
export const beaconOutput = (lockingBytecode: Uint8Array, { height }: Pick<ChainTip, 'height'>) => ({
  to: beaconLockingBytecode(beaconEpoch(height), beaconShard(lockingBytecode)),
  amount: P2SH32_DUST,
});
