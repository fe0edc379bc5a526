import { walletError, WeirError } from '@weir/client';
import { connectPaytaca, type PaytacaProvider, paytacaWallet } from '@weir/client/paytaca';
import { WrongNetwork } from '../../failures/wrong-network.js';
import type { Connection, CreateConnector } from '../connector.types.js';
import { paytacaProvider } from './provider.js';

/** Paytaca's browser extension. */
export const createConnector: CreateConnector = ({ addressPrefix, network }, changed) => {
  /** @throws WeirError where the address is of another network */
  const connectionOf = (provider: PaytacaProvider, address: string): Connection => {
    if (address.includes(':') && !address.startsWith(`${addressPrefix}:`))
      throw new WeirError(
        'WALLET_ANSWER_UNUSABLE',
        `Paytaca is on another network (${address.split(':')[0] ?? ''}): switch it to the one of this site (${addressPrefix})`,
        { cause: new WrongNetwork(network) },
      );
    return {
      addresses: [address],
      // The extension remembers which sites it is connected to.
      kept: null,
      wallet: { ...paytacaWallet(provider), getAddresses: () => Promise.resolve([address]) },
      async disconnect() {
        await provider.disconnect();
      },
    };
  };
  let isFollowed = false;
  const follow = (provider: PaytacaProvider): void => {
    if (isFollowed) return;
    isFollowed = true;
    provider.on('addressChanged', (address) => {
      try {
        changed(address === undefined ? undefined : connectionOf(provider, address));
      } catch {
        // An address of another network signs nothing here.
        changed(undefined);
      }
    });
  };
  const present = (): PaytacaProvider => {
    const provider = paytacaProvider();
    if (provider === undefined) throw new WeirError('WALLET_FAILED', 'Paytaca is not there: reload the page');
    return provider;
  };
  return {
    async connect() {
      const provider = present();
      try {
        const [address = ''] = await (await connectPaytaca(provider)).getAddresses();
        follow(provider);
        return connectionOf(provider, address);
      } catch (cause) {
        throw cause instanceof WeirError ? cause : walletError(cause, 'connect');
      }
    },
    async restore() {
      const provider = present();
      const address = (await provider.connected()) ? await provider.address('bch') : undefined;
      if (address === undefined) return undefined;
      follow(provider);
      return connectionOf(provider, address);
    },
  };
};
