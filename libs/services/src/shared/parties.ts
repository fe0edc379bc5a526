import { binToHex } from '@bitauth/libauth';
import { parseAddress, type AddressProblem, type Network, type PublicKeyHash } from '@weir/covenants';
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
  if (!parsed.ok)
    throw new ServiceError('INVALID_ADDRESS', `${field} ${EXPLANATIONS[parsed.problem]}`, {
      field,
      problem: parsed.problem,
      network,
    });
  return { address: parsed.address, hash: parsed.hash, hashHex: binToHex(parsed.hash) };
};

export const sameParty = (a: Party, b: Party): boolean => a.hashHex === b.hashHex;

/**
 * The sender of something new: the caller by default, and nobody else where there is one.
 *
 * @throws ServiceError INVALID_ADDRESS, FORBIDDEN, INVALID_REQUEST
 */
export const parseSender = (named: string | undefined, caller: string | undefined, network: Network): Party => {
  const sender = named === undefined ? undefined : parseParty(named, network, 'sender');
  const calling = caller === undefined ? undefined : parseParty(caller, network, 'x-user-address');
  if (sender !== undefined && calling !== undefined && !sameParty(sender, calling)) {
    throw new ServiceError('FORBIDDEN', 'sender must be the caller: only who funds it may create it', {
      sender: sender.address,
      caller: calling.address,
    });
  }
  const found = sender ?? calling;
  if (found === undefined)
    throw new ServiceError('INVALID_REQUEST', 'sender is required where there is no caller', { field: 'sender' });
  return found;
};
