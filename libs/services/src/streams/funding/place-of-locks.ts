import { binToHex, flattenBinArray, sha256 } from '@bitauth/libauth';
import { findLocks, lockBytecodes, type LockDraft, partyKey } from '@weir/covenants';
import { scriptHashOf } from '@weir/infra';
import type { FundingPlace } from '../../shared/second-funding.js';
import type { StreamContext } from '../stream-context.js';

/**
 * Returns where the funding of locks would lie: a coin like the first of them shows that it may be there. Anybody's equal lock
 * lies there, too: what other records were funded by is none of it.
 */
export const placeOfLocks = async (
  { streams, network }: Pick<StreamContext, 'streams' | 'network'>,
  draft: LockDraft,
): Promise<FundingPlace> => {
  const { asset, sender, locks } = draft;
  const [first] = locks;
  const [lockingBytecode] = lockBytecodes({ asset, locks: locks.slice(0, 1) });
  if (first === undefined || lockingBytecode === undefined) throw new Error('A funding opens a lock at least');
  return {
    lockingBytecode,
    of: [
      partyKey(sender),
      asset.type === 'BCH' ? '' : asset.category,
      binToHex(sha256.hash(flattenBinArray([...lockBytecodes(draft)]))),
    ].join('/'),
    taken: await streams.fundingsAt(scriptHashOf(lockingBytecode)),
    mayFund: ({ satoshis, token }) =>
      asset.type === 'BCH'
        ? token === undefined && satoshis === first.total
        : token?.category === asset.category && token.amount === first.total,
    funds: ({ txid, transaction }) => findLocks(draft, network, txid, transaction).ok,
  };
};
