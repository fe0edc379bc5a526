import type { Utxo } from 'cashscript';
import { buildAirdropClose, lockingBytecodeOf, sameOutpoint, type WcTransaction } from '@weir/covenants';
import { onChain } from '../../shared/chain-errors.js';
import { withFunds } from '../../shared/covenant-refusals.js';
import type { AirdropContext } from '../airdrop-context.js';
import type { LoadedContract } from '../campaign-contracts.js';
import type { OpenLane } from './open-lanes.js';

/** The close of one lane, for the creator to sign. */
export interface LaneClose {
  readonly lane: number;
  readonly wcTransaction: WcTransaction;
}

/**
 * Builds closes of lanes for the creator to sign. Where nodes ask for more than the lanes may give, the creator's coins pay the
 * rest. Each coin pays for one close alone, so that the closes do not depend on each other: there are as many as there are coins
 * for, and one at least.
 *
 * @throws ServiceError INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const signedCloses = async (
  { chain }: AirdropContext,
  { contract }: LoadedContract,
  lanes: readonly OpenLane[],
  asOf: bigint,
): Promise<LaneClose[]> => {
  const [feeRate, coins] = await Promise.all([
    chain.feeRate(),
    onChain(() => chain.unspent(lockingBytecodeOf(contract.parameters.creator))),
  ]);
  let left: readonly Utxo[] = coins;
  const closes: LaneClose[] = [];
  for (const { record, coin } of lanes) {
    try {
      const built = withFunds('creator', () => buildAirdropClose(contract, coin, asOf, left, { feeRate }));
      left = left.filter((each) => !built.inputs.some((spent) => sameOutpoint(spent, each)));
      closes.push({ lane: record.lane, wcTransaction: built.wcTransaction });
    } catch (error) {
      if (closes.length === 0) throw error;
      return closes;
    }
  }
  return closes;
};
