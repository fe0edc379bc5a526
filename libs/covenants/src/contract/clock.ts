import { cashAddressToLockingBytecode } from '@bitauth/libauth';
import { Contract } from 'cashscript';
import { clockArtifact } from '@weir/contracts';
import type { Network } from '../chain/network.js';
import { offlineProvider } from './offline-provider.js';

const instantiate = (network: Network) => new Contract(clockArtifact, [], { provider: offlineProvider(network) });

/** The universal clock script: holds a deployment's fungible unit while a notice runs. */
export interface ClockContract {
  readonly unlock: ReturnType<typeof instantiate>['unlock'];
  readonly lockingBytecode: Uint8Array;
}

/** Creates the clock script on a network. */
export const createClockContract = (network: Network): ClockContract => {
  const { unlock, address } = instantiate(network);
  return { unlock, lockingBytecode: contractLockingBytecode(address) };
};

/** Satoshis in a clock's output, above the dust of a P2SH32 output with a fungible token (681). */
export const CLOCK_SATOSHIS = 800n;

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
