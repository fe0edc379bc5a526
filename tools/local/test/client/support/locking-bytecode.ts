import { parseParty } from '@weir/covenants';

/** Returns the locking bytecode of an address of the local chain. */
export const lockingBytecodeOfAddress = (address: string): Uint8Array => {
  const parsed = parseParty(address, 'devnet');
  if (!parsed.ok) throw new Error(`${address} is not an address of the local chain`);
  return parsed.party;
};
