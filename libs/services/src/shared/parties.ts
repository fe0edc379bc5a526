import { binToHex } from '@bitauth/libauth';
import {
  addressPrefix,
  isUniversalScript,
  type Network,
  parseAddress,
  partyKey,
  partyParts,
  type PublicKeyHash,
  parseParty as readParty,
} from '@weir/covenants';
import { explainAddress, faultDetails, faultText } from '@weir/merkle/addresses';
import { type ErrorDetails, ServiceError } from './service-error.js';

/** Cash addresses of one wallet. */
export type WalletAddresses = readonly [string, ...string[]];

/** Who a request acts for: a cash address, or those of one wallet, any of which may have the role; else the first counts. */
export type Caller = string | WalletAddresses;

/** Returns the addresses of a caller. */
export const addressesOf = (caller: Caller): WalletAddresses => (typeof caller === 'string' ? [caller] : caller);

/** The party who asks for something that only some parties may see. */
export interface Viewer {
  readonly addresses: WalletAddresses;
  /** Whether signatures proved the addresses; otherwise they were only named, which counts where callers are not verified. */
  readonly isAuthenticated: boolean;
}

/** Reads the addresses of a caller. @throws ServiceError INVALID_ADDRESS */
export const callerParties = (caller: Caller, network: Network): readonly [Party, ...Party[]] => {
  const [first, ...others] = addressesOf(caller);
  const parse = (address: string) => parseParty(address, network, 'x-user-address');
  return [parse(first), ...others.map(parse)];
};

/** Returns the hashes that a caller's addresses are compared by. @throws ServiceError INVALID_ADDRESS */
export const callerHashes = (caller: Caller, network: Network): readonly string[] =>
  callerParties(caller, network).map(({ hashHex }) => hashHex);

/** Whether one of a caller's addresses is a party. */
export const isCaller = (caller: Caller, party: Pick<Party, 'hashHex'>, network: Network): boolean =>
  callerParties(caller, network).some((each) => sameParty(each, party));

/** Whether the viewer is a party. */
export const isViewer = (viewer: Viewer | undefined, party: Party, network: Network): boolean =>
  viewer !== undefined && isCaller(viewer.addresses, party, network);

/** A party that signs for itself: the canonical address of a key and the hash it is compared by. */
export interface Party {
  readonly address: string;
  readonly hash: PublicKeyHash;
  /** The hash as hex. */
  readonly hashHex: string;
}

/** A party of any standard kind: a key, or a script, as vaults are. */
export interface StandardParty {
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  /** What it is compared by: see `partyKey`. */
  readonly hashHex: string;
  /** Whether it is a script: who may spend from it cannot be seen. */
  readonly isScript: boolean;
}

/**
 * Makes the refusal of an address: what is wrong with it, and of a legacy one the cash address that it is.
 *
 * @param needsKey whether a key has to sign, so that a script's address is refused
 */
export const addressRefusal = (given: string, network: Network, field: string, needsKey = false): ServiceError => {
  const fault = explainAddress(given, addressPrefix(network));
  if (fault !== undefined)
    return new ServiceError('INVALID_ADDRESS', `${field} ${faultText(fault)}`, {
      field,
      network,
      ...faultDetails(fault),
    });
  // A sound address of a kind that the field does not take.
  const why = needsKey ? 'must be a P2PKH address, since a key has to sign' : 'is not an address of a standard kind';
  return new ServiceError('INVALID_ADDRESS', `${field} ${why}`, { field, network, problem: 'NOT_P2PKH' });
};

/**
 * Reads the address of a party who signs.
 *
 * @throws ServiceError INVALID_ADDRESS
 */
export const parseParty = (given: string, network: Network, field: string): Party => {
  const parsed = parseAddress(given, network);
  if (!parsed.ok) throw addressRefusal(given, network, field, true);
  return { address: parsed.address, hash: parsed.hash, hashHex: binToHex(parsed.hash) };
};

/**
 * Reads the address of a party who is paid: a key's or a script's.
 *
 * @throws ServiceError INVALID_ADDRESS
 */
export const parseStandardParty = (given: string, network: Network, field: string): StandardParty => {
  const parsed = readParty(given, network);
  if (!parsed.ok) throw addressRefusal(given, network, field);
  const { address, party: lockingBytecode, kind } = parsed;
  const hashHex = partyKey(lockingBytecode);
  if (hashHex === undefined) throw addressRefusal(given, network, field);
  if (isUniversalScript(lockingBytecode)) {
    const why =
      'is a script that all contracts share, so nobody could spend money that is paid to it. Use an address of your own';
    throw new ServiceError('INVALID_ADDRESS', `${field} ${why}`, { field, network, problem: 'SHARED_SCRIPT' });
  }
  return { address, lockingBytecode, hashHex, isScript: kind !== 'P2PKH' };
};

/**
 * Reads the parties that a filter of a list names: addresses of one wallet, separated by commas.
 *
 * @returns what each is compared by, once
 * @throws ServiceError INVALID_ADDRESS
 */
export const parsePartyKeys = (text: string, network: Network, field: string): readonly [string, ...string[]] => {
  const [first = '', ...others] = text.split(',');
  const keyOf = (address: string): string => parseStandardParty(address, network, field).hashHex;
  const own = keyOf(first);
  const rest = new Set(others.map(keyOf));
  rest.delete(own);
  return [own, ...rest];
};

/**
 * Returns the hash of the key of a sender, whose wallet signs.
 *
 * @param of the record, and what a vault does instead, in words
 * @throws ServiceError WRONG_STATE where it is a script
 */
export const signingHash = (sender: Uint8Array, of: string, act: string, details: ErrorDetails = {}): Uint8Array => {
  const parts = partyParts(sender);
  if (parts?.kind === 'P2PKH') return parts.hash;
  const message = `The sender of the ${of} is a script, which no wallet signs for: a vault ${act} by a proposal`;
  throw new ServiceError('WRONG_STATE', message, details);
};

export const sameParty = (a: Pick<Party, 'hashHex'>, b: Pick<Party, 'hashHex'>): boolean => a.hashHex === b.hashHex;

/**
 * Reads the sender of a new record: the caller, or, where there is none, the party named.
 *
 * @throws ServiceError INVALID_ADDRESS, FORBIDDEN, INVALID_REQUEST
 */
export const parseSender = (given: string | undefined, caller: Caller | undefined, network: Network): Party => {
  const sender = given === undefined ? undefined : parseParty(given, network, 'sender');
  const calling = caller === undefined ? undefined : callerParties(caller, network);
  if (sender !== undefined && calling?.some((party) => sameParty(party, sender)) === false) {
    throw new ServiceError('FORBIDDEN', 'sender must be the caller', {
      sender: sender.address,
      caller: calling[0].address,
    });
  }
  const found = sender ?? calling?.[0];
  if (found === undefined)
    throw new ServiceError('INVALID_REQUEST', 'sender is required when the request has no caller', { field: 'sender' });
  return found;
};
