import { BEACON_EPOCH_BLOCKS, BEACON_SHARDS, beaconEpoch, beaconLockingBytecode, type Party } from '@weir/covenants';
import { ChainUnavailableError, scriptHashOf, steadily } from '@weir/infra/electrum';
import type { RecoverContext } from '../chain/open-chain.js';
import { readAll } from '../chain/read-script.js';
import { usage } from '../recover-error.js';
import { readCandidates, sift, type Found } from './find-by-holder.js';

/** A range of block heights, both inclusive, in which a funding may have been mined. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** The most epochs searched: about ten years. */
const MAX_EPOCHS = 520;

/**
 * Returns the beacons of all epochs that may list a funding mined in these blocks; one that was mined late is listed
 * under the previous epoch.
 */
const beaconsOf = ({ from, to }: BlockRange): Uint8Array[] => {
  const [first, last] = [Math.max(0, Math.floor(from / BEACON_EPOCH_BLOCKS) - 1), beaconEpoch(to)];
  if (last - first >= MAX_EPOCHS)
    throw usage(`At most ${MAX_EPOCHS * BEACON_EPOCH_BLOCKS} blocks can be looked through at once`);
  return Array.from({ length: (last - first + 1) * BEACON_SHARDS }, (_, i) =>
    beaconLockingBytecode(first + Math.floor(i / BEACON_SHARDS), i % BEACON_SHARDS),
  );
};

/**
 * Finds an address's contracts in the beacons, which list every funding of a range of blocks: for an address whose
 * own history the servers do not show.
 *
 * @throws ChainUnavailableError
 * @throws RecoverError USAGE for too many blocks
 */
export const findByBeacons = async (holder: Party, range: BlockRange, context: RecoverContext): Promise<Found> => {
  const tip = await context.chain.tip();
  const beacons = beaconsOf({ from: range.from, to: Math.min(range.to, tip.height) });
  context.onProgress(`${beacons.length} beacons to look through`);
  const transactions = await steadily(async () => {
    const histories = await context.chain.histories(
      beacons.map((beacon) => ({ scriptHash: scriptHashOf(beacon), holding: [] })),
      tip.hash,
    );
    if (histories.includes(undefined))
      throw new ChainUnavailableError('The servers hide a beacon: name others with --server');
    const txids = [...new Set(histories.flatMap((history) => history ?? []).map(({ txid }) => txid))];
    return readAll(txids, 'the beacons', context);
  });
  const { candidates, rejected } = sift(transactions, holder, context);
  // Anybody may pay to a beacon and claim what they like: only what names the holder is worth showing.
  return {
    looked: transactions.length,
    withheld: 0,
    vaults: { signed: [], unspent: [] },
    rejected: rejected.filter(({ verdict }) => verdict === 'FORGED'),
    ...(await readCandidates(candidates, context)),
  };
};
