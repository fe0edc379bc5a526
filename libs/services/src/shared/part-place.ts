import { encodePlanState, groupKey, type Network } from '@weir/covenants';
import { findPartProblems, type ExpectedPart } from './compare-part.js';
import type { FundingPlace } from './second-funding.js';

/**
 * Returns where the funding of a part would lie: a coin that looks like any of its streams at its first address shows
 * that it may be there.
 */
export const placeOfPart = (expected: ExpectedPart, network: Network): FundingPlace => {
  const { terms, contracts, streams } = expected.part;
  const [contract] = contracts;
  if (contract === undefined) throw new Error('A part has no address');
  const first = groupKey(contract.group);
  const units = new Map(
    streams
      .filter(({ group }) => groupKey(group) === first)
      .map(({ state, reserve }) => [encodePlanState(terms.product, state, reserve), BigInt(state.index)]),
  );
  return {
    lockingBytecode: contract.lockingBytecode,
    mayFund: ({ token }) => token?.nft?.capability === 'mutable' && units.get(token.nft.commitment) === token.amount,
    funds: ({ txid, transaction }) => findPartProblems(expected, txid, transaction, network).length === 0,
  };
};
