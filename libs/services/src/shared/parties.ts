import { parseAddress } from '@weir/covenants';
import type { AddressProblem, Network, PublicKeyHash } from '@weir/covenants';
import { binToHex } from '@bitauth/libauth';
import { ServiceError } from './service-error.js';

/** A party to a contract: its canonical address and the hash it is compared by. */
export interface Party {
  readonly address: string;
  readonly hash: PublicKeyHash;
  /** The hash as hex. */
  readonly hashHex: string;
}

const EXPLANATIONS: Record<AddressProblem, string> = {
  MALFORMED: 'is not a cash address',
  WRONG_NETWORK: 'is an address of another network',
  NOT_P2PKH: 'must be a P2PKH address: the contracts pay to keys',
};

/**
 * Reads a party's address.
 *
 * @throws ServiceError INVALID_ADDRESS
 */
export const parseParty = (text: string, network: Network, field: string): Party => {
  const parsed = parseAddress(text, network);
  if (!parsed.ok) throw new ServiceError('INVALID_ADDRESS', `${field} ${EXPLANATIONS[parsed.problem]}`, { field, problem: parsed.problem, network });
  return { address: parsed.address, hash: parsed.hash, hashHex: binToHex(parsed.hash) };
};

export const sameParty = (a: Party, b: Party): boolean => a.hashHex === b.hashHex;
