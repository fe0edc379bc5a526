import { binToHex, binToNumberUint16LE, binToNumberUint32LE, flattenBinArray, hash160 } from '@bitauth/libauth';
import { hexToBin, numberToBinUint16LE, numberToBinUint32LE } from '@bitauth/libauth';
import {
  LEAST_LOCAL_ROSTER_DELAY,
  LEAST_ROSTER_DELAY,
  MAX_ROSTER_DELAY,
  ROSTER_PHASES,
  type RosterPhase,
} from '@weir/kinds';
import type { PublicKeyHash } from '../chain/address.js';
import { isLocalNetwork, type Network } from '../chain/network.js';
import type { Party } from '../chain/party.js';

/** Who signs for a roster, and who may recover it. */
export interface RosterMembers {
  /** Hash160 of three different keys; any two of them spend. */
  readonly signers: readonly [PublicKeyHash, PublicKeyHash, PublicKeyHash];
  /** Hash160 of the guardian's locking bytecode, 20 bytes; {@link NO_GUARDIAN} for none. */
  readonly guardian: Uint8Array;
  /** Blocks without a move before the guardian may call a recovery. */
  readonly quiet: number;
  /** Blocks from the call until the guardian may end the recovery. */
  readonly review: number;
}

/** What the commitment of a roster's NFT holds. */
export interface RosterState extends RosterMembers {
  /** `active`, or a recovery that the guardian called runs. */
  readonly status: RosterPhase;
  /** Spends so far, recoveries included. */
  readonly spends: number;
}

/** The rule that the members of a roster break. */
export type RosterMembersProblem =
  | 'MALFORMED'
  /** A key in two seats could sign for both. */
  | 'SIGNERS_NOT_DISTINCT'
  | 'QUIET_OUT_OF_RANGE'
  | 'REVIEW_OUT_OF_RANGE'
  /** The guardian's coin would have to be the roster's own. */
  | 'GUARDIAN_IS_ROSTER';

/** The guardian of a roster that cannot be recovered: no locking bytecode has this hash. */
export const NO_GUARDIAN: Uint8Array = new Uint8Array(20);

const VERSION = 1;
const LENGTH = 90;
const HASH = 20;
/** Where the commitment has its parts. */
const AT = { status: 1, spends: 2, guardian: 6, quiet: 26, review: 28, signers: 30 } as const;

/** Largest count of spends: the covenant counts in a signed number of four bytes. */
export const MAX_ROSTER_SPENDS = 0x7fff_ffff;

/** Returns the least blocks of each delay: a day, on a chain of one's own six blocks. */
export const leastRosterDelay = (network: Network): number =>
  isLocalNetwork(network) ? LEAST_LOCAL_ROSTER_DELAY : LEAST_ROSTER_DELAY;

/** Returns what a roster knows of a guardian. */
export const guardianHash = (guardian: Party): Uint8Array => hash160(guardian);

/**
 * Returns the first rule that the members of a roster break; undefined when they are sound. It decides for builders and for the
 * genesis. A spend may make any members that the covenant accepts, so readers of later states do not ask it.
 *
 * @param lockingBytecode of the roster
 */
export const findRosterMembersProblem = (
  members: RosterMembers,
  network: Network,
  lockingBytecode: Uint8Array,
): RosterMembersProblem | undefined => {
  const { guardian, quiet, review } = members;
  // The type demands three, but a database or a request may hold another number.
  const signers: readonly PublicKeyHash[] = members.signers;
  if (signers.length !== 3 || [...signers, guardian].some(({ length }) => length !== HASH)) return 'MALFORMED';
  if (new Set(signers.map(binToHex)).size !== 3) return 'SIGNERS_NOT_DISTINCT';
  const isDelay = (blocks: number): boolean =>
    Number.isSafeInteger(blocks) && blocks >= leastRosterDelay(network) && blocks <= MAX_ROSTER_DELAY;
  if (!isDelay(quiet)) return 'QUIET_OUT_OF_RANGE';
  if (!isDelay(review)) return 'REVIEW_OUT_OF_RANGE';
  return binToHex(guardianHash(lockingBytecode)) === binToHex(guardian) ? 'GUARDIAN_IS_ROSTER' : undefined;
};

/** Returns the state that a roster starts with. */
export const initialRosterState = (members: RosterMembers): RosterState => ({
  ...members,
  status: 'active',
  spends: 0,
});

/** Encodes a state as its commitment, 90 bytes in hex. */
export const encodeRosterState = ({ status, spends, guardian, quiet, review, signers }: RosterState): string =>
  binToHex(
    flattenBinArray([
      Uint8Array.of(VERSION, ROSTER_PHASES.indexOf(status)),
      numberToBinUint32LE(spends),
      guardian,
      numberToBinUint16LE(quiet),
      numberToBinUint16LE(review),
      ...signers,
    ]),
  );

/** Decodes a commitment (hex); undefined where it is not that of a roster. */
export const decodeRosterState = (commitment: string): RosterState | undefined => {
  const bytes = hexToBin(commitment);
  const status = ROSTER_PHASES[bytes[AT.status] ?? ROSTER_PHASES.length];
  if (bytes.length !== LENGTH || bytes[0] !== VERSION || status === undefined) return undefined;
  const signer = (seat: number) => bytes.slice(AT.signers + HASH * seat, AT.signers + HASH * (seat + 1));
  return {
    status,
    spends: binToNumberUint32LE(bytes.slice(AT.spends, AT.guardian)),
    guardian: bytes.slice(AT.guardian, AT.quiet),
    quiet: binToNumberUint16LE(bytes.slice(AT.quiet, AT.review)),
    review: binToNumberUint16LE(bytes.slice(AT.review, AT.signers)),
    signers: [signer(0), signer(1), signer(2)],
  };
};
