import type { ChainTip } from '@weir/covenants';
import type { VaultRecord } from '@weir/infra';
import type { VaultContext } from './vault-context.js';

/**
 * Returns the tip of the chain for a transaction whose opening the chain is to list, so that indexers find it without this service;
 * undefined of a private vault, which only its members know.
 *
 * @throws ChainUnavailableError
 */
export const listingTip = async (
  { chain }: Pick<VaultContext, 'chain'>,
  { isPublic }: Pick<VaultRecord, 'isPublic'>,
): Promise<Pick<ChainTip, 'height'> | undefined> => (isPublic ? chain.tip() : undefined);
