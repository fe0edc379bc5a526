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

/** The clock script on a network. */
export const createClockContract = (network: Network): ClockContract => {
  const { unlock, address } = instantiate(network);
  return { unlock, lockingBytecode: contractLockingBytecode(address) };
};

/** Satoshis the clock output is given: above the dust of a P2SH32 output with a fungible token (681). */
export const CLOCK_SATOSHIS = 800n;

/** Locking bytecode of an address this library made itself. */
export const contractLockingBytecode = (address: string): Uint8Array => {
  const decoded = cashAddressToLockingBytecode(address);
  if (typeof decoded === 'string') throw new Error(`A contract's own address does not decode: ${decoded}`);
  return decoded.bytecode;
};
