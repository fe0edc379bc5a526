import { bigIntToBinUint64LE, hexToBin } from '@bitauth/libauth';
import { purseBchArtifact, purseTokenArtifact } from '@weir/contracts';
import type { Network } from '../chain/network.js';
import { createCovenantScript, type CovenantScript } from '../contract/covenant-script.js';
import { findPurseProblem, type PurseTerms } from './purse-terms.js';

/** A purse as it is between two payments. Its address changes with what is left. */
export interface PurseContract extends CovenantScript {
  readonly terms: PurseTerms;
  /** Satoshis, or base units, that may leave a coin of age 0. */
  readonly left: bigint;
  readonly network: Network;
}

/**
 * Creates the contract of a purse. A new one has its whole limit left.
 *
 * @param left 0 to the limit
 * @throws RangeError when the terms break a rule (see `findPurseProblem`), or there cannot be as much left
 */
export const createPurseContract = (terms: PurseTerms, network: Network, left: bigint = terms.limit): PurseContract => {
  const problem = findPurseProblem(terms);
  if (problem !== undefined) throw new RangeError(`No purse has these terms: ${problem}`);
  const { asset, owner, signers, spender, list, limit, period } = terms;
  if (left < 0n || left > limit) throw new RangeError(`A purse with a limit of ${limit} cannot have ${left} left`);
  const parameters = [owner, ...signers, spender, list];
  const numbers = [limit, BigInt(period), bigIntToBinUint64LE(left)];
  const script =
    asset.type === 'BCH'
      ? createCovenantScript(purseBchArtifact, [...parameters, ...numbers], network)
      : // Scripts read a category in the byte order of outpoints.
        createCovenantScript(
          purseTokenArtifact,
          [...parameters, hexToBin(asset.category).reverse(), ...numbers],
          network,
        );
  return { terms, left, network, ...script };
};
