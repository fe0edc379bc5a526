import { base58AddressToLockingBytecode, binToHex, cashAddressToLockingBytecode } from '@bitauth/libauth';

/** CashAddress prefixes: mainnet, the public test networks, regtest. */
export type AddressPrefix = 'bitcoincash' | 'bchtest' | 'bchreg';

const longestAddress = 128;
/** Base58 version bytes of P2PKH and P2SH. */
const mainnetVersions: readonly number[] = [0, 5];
const testnetVersions: readonly number[] = [111, 196];

/**
 * Decodes an address of the network (CashAddress with or without prefix, plain or token-aware, or the old Base58
 * form) to its locking bytecode in hex; undefined if it is none.
 */
export const lockingBytecodeOf = (address: string, prefix: AddressPrefix): string | undefined => {
  const text = address.slice(0, longestAddress).trim();
  const full = text.includes(':') ? text : `${prefix}:${text}`;
  const decoded = cashAddressToLockingBytecode(full);
  if (typeof decoded !== 'string') return decoded.prefix === prefix ? binToHex(decoded.bytecode) : undefined;
  const legacy = base58AddressToLockingBytecode(text);
  const versions = prefix === 'bitcoincash' ? mainnetVersions : testnetVersions;
  return typeof legacy !== 'string' && versions.includes(legacy.version) ? binToHex(legacy.bytecode) : undefined;
};
