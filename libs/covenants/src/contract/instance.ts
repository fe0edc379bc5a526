import { Network as CashscriptNetwork, type NetworkProvider } from 'cashscript';
import type { Network } from '../chain/network.js';

const cashscriptNetwork = (network: Network): CashscriptNetwork => {
  if (network === 'mainnet') return CashscriptNetwork.MAINNET;
  return network === 'regtest' ? CashscriptNetwork.REGTEST : CashscriptNetwork.CHIPNET;
};

const refuse = (): Promise<never> => Promise.reject(new Error('Builders do no I/O: coins, tip and time are arguments'));

/**
 * Creates what CashScript asks of a network provider, for code that only builds: it knows the network, and refuses
 * every call.
 */
export const offlineProvider = (network: Network): NetworkProvider => ({
  network: cashscriptNetwork(network),
  getUtxos: refuse,
  getBlockHeight: refuse,
  getRawTransaction: refuse,
  sendRawTransaction: refuse,
});
