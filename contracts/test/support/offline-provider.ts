import { Network, type NetworkProvider } from 'cashscript';

const offline = (): Promise<never> => Promise.reject(new Error('These tests know no network'));

/** What cashscript's `Contract` asks for to be instantiated. */
export const offlineProvider: NetworkProvider = {
  network: Network.CHIPNET,
  getUtxos: offline,
  getBlockHeight: offline,
  getRawTransaction: offline,
  sendRawTransaction: offline,
};
