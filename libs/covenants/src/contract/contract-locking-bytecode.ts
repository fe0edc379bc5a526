import { cashAddressToLockingBytecode } from '@bitauth/libauth';

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
