import { lockingBytecodeOf, type Network, type PublicKeyHash, type WalletCoins } from '@weir/covenants';
import type { ChainReader } from '@weir/infra';
import { MAX_ADDRESSES } from '@weir/kinds';
import { parseParty } from './parties.js';
import { ServiceError } from './service-error.js';

/** The addresses of the wallet that signs a transaction, beside the one that acts in it. */
export interface PayingWallet {
  /** Addresses whose coins may be spent, too. */
  readonly addresses?: readonly string[] | undefined;
  /** Gets the change, and the tokens that return; its coins may be spent, too. By default the address that acts. */
  readonly changeAddress?: string | undefined;
}

interface Surroundings {
  readonly chain: Pick<ChainReader, 'unspent'>;
  readonly network: Network;
}

/**
 * Reads the unspent coins of a wallet: those of the address that acts first, then those of its other addresses.
 *
 * @param acting hash of the key that acts
 * @throws ServiceError INVALID_ADDRESS, INVALID_REQUEST, CHAIN_UNAVAILABLE
 */
export const walletCoins = async (
  { chain, network }: Surroundings,
  acting: PublicKeyHash,
  { addresses = [], changeAddress }: PayingWallet = {},
): Promise<WalletCoins> => {
  const change = changeAddress === undefined ? undefined : parseParty(changeAddress, network, 'changeAddress').hash;
  const named = addresses.map((address) => parseParty(address, network, 'addresses').hash);
  const owners = [acting, ...named, ...(change === undefined ? [] : [change])];
  const each = [...new Map(owners.map((owner) => [owner.toString(), owner])).values()];
  if (each.length > MAX_ADDRESSES)
    throw new ServiceError('INVALID_REQUEST', `A transaction spends coins of at most ${MAX_ADDRESSES} addresses`, {
      field: 'addresses',
      given: each.length,
    });
  const coins = await Promise.all(
    each.map(async (owner) => (await chain.unspent(lockingBytecodeOf(owner))).map((coin) => ({ ...coin, owner }))),
  );
  return { hash: acting, coins: coins.flat(), change };
};
