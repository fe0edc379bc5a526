import { cashAddressToLockingBytecode } from '@bitauth/libauth';
import { Network as CashscriptNetwork, type NetworkProvider, type Unlocker } from 'cashscript';
import type { Network } from '../chain/network.js';

/**
 * Makes an unlocker that generates its bytecode once. Its arguments are placeholders and constants, so the bytecode
 * does not depend on the transaction, and sizing and building encode the script a single time.
 */
export const fixedUnlocker = (unlocker: Unlocker): Unlocker => {
  let bytecode: Uint8Array | undefined;
  return {
    ...unlocker,
    generateUnlockingBytecode: (options) => (bytecode ??= unlocker.generateUnlockingBytecode(options)),
  };
};

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

/**
 * Returns the locking bytecode of a contract's address.
 *
 * @throws Error where the address does not decode, which no address made by CashScript does
 */
export const contractLockingBytecode = (address: string): Uint8Array => {
  const decoded = cashAddressToLockingBytecode(address);
  if (typeof decoded === 'string') throw new Error(`A contract's own address does not decode: ${decoded}`);
  return decoded.bytecode;
};
