import { hexToBin } from '@bitauth/libauth';
import { rosterArtifact } from '@weir/contracts';
import type { Network } from '../chain/network.js';
import { isCategory } from '../contract/asset.js';
import { createCovenantScript, type CovenantScript } from '../contract/covenant-script.js';

/**
 * A roster's contract. **Show its address only after {@link findRosterDeployment} found its state in a mined transaction**: before
 * that, money sent there may be lost.
 */
export interface RosterContract extends CovenantScript {
  /** The category of its state, display-order hex. */
  readonly category: string;
  readonly network: Network;
}

/**
 * Creates the contract of the roster whose state has a category.
 *
 * @throws RangeError where the text is not a category, 64 lower-case hex digits
 */
export const createRosterContract = (category: string, network: Network): RosterContract => {
  if (!isCategory(category)) throw new RangeError(`Not a token category: ${category}`);
  // Scripts read a category in the byte order of outpoints.
  const script = createCovenantScript(rosterArtifact, [hexToBin(category).reverse()], network);
  return { category, network, ...script };
};
