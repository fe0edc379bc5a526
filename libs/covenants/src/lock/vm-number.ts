import { vmNumberToBigInt } from '@bitauth/libauth';

/** Reads a number that a script pushes; undefined where the bytes are none. */
export const readVmNumber = (bytes: Uint8Array | undefined): bigint | undefined => {
  const value = bytes && vmNumberToBigInt(bytes, { maximumVmNumberByteLength: 9, requireMinimalEncoding: false });
  return typeof value === 'bigint' ? value : undefined;
};
