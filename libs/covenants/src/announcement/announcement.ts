import {
  bigIntToBinUint64LE,
  binToBigIntUint64LE,
  binToHex,
  binToNumberUint16LE,
  binToNumberUint32LE,
  flattenBinArray,
  hexToBin,
  numberToBinUint16LE,
  numberToBinUint32LE,
} from '@bitauth/libauth';
import { findVestingProblem, type VestingParameters } from '../vesting/vesting-parameters.js';
import { decodeEnvelope, encodeEnvelope } from './envelope.js';

/**
 * What a vesting funding announces in an OP_RETURN, so that the contract can be found and rebuilt from the chain
 * alone: one push of tag `WEIR`, version 01, product, then the constructor parameters, little-endian.
 *
 * Vesting in BCH (product 01, 88 bytes): sender 20, recipient 20, total 8, start 4, end 4, cliff 4, step 4 (0 for
 * continuous), notice 2, nonce 16. Vesting of a token (product 02, 120 bytes): the same, then the token's category
 * 32, in display order. The covenant does not fix the category: where an announcement names another than the
 * companion carries, the deployment is not sound.
 */
export type Announcement =
  | { readonly product: 'VESTING_BCH'; readonly parameters: VestingParameters }
  | {
      readonly product: 'VESTING_TOKEN';
      readonly parameters: VestingParameters;
      /** Display-order hex. */ readonly category: string;
    };

const PARAMETERS_LENGTH = 82;
const CATEGORY_LENGTH = 32;

const time = (seconds: bigint): Uint8Array => numberToBinUint32LE(Number(seconds));

/**
 * Encodes a vesting stream's announcement.
 *
 * @returns the locking bytecode of the announcement output, an OP_RETURN
 */
export const encodeAnnouncement = (announcement: Announcement): Uint8Array => {
  const { sender, recipient, schedule, noticeBlocks, nonce } = announcement.parameters;
  const body = flattenBinArray([
    sender,
    recipient,
    bigIntToBinUint64LE(schedule.total),
    ...[schedule.start, schedule.end, schedule.cliff, schedule.step].map(time),
    numberToBinUint16LE(noticeBlocks),
    nonce,
    ...(announcement.product === 'VESTING_TOKEN' ? [hexToBin(announcement.category)] : []),
  ]);
  return encodeEnvelope({ product: announcement.product, body });
};

const parametersOf = (body: Uint8Array): VestingParameters => {
  const seconds = (offset: number) => BigInt(binToNumberUint32LE(body.slice(offset, offset + 4)));
  return {
    sender: body.slice(0, 20),
    recipient: body.slice(20, 40),
    schedule: {
      total: binToBigIntUint64LE(body.slice(40, 48)),
      start: seconds(48),
      end: seconds(52),
      cliff: seconds(56),
      step: seconds(60),
    },
    noticeBlocks: binToNumberUint16LE(body.slice(64, 66)),
    nonce: body.slice(66, PARAMETERS_LENGTH),
  };
};

/**
 * Reads a vesting stream's announcement; undefined when the locking bytecode is none, has an unknown version or
 * product, or announces parameters that no contract may have (`findVestingProblem`).
 */
export const decodeAnnouncement = (lockingBytecode: Uint8Array): Announcement | undefined => {
  const envelope = decodeEnvelope(lockingBytecode);
  if (envelope === undefined) return undefined;
  const { product, body } = envelope;
  if (product === 'VESTING_BCH' && body.length === PARAMETERS_LENGTH) {
    const parameters = parametersOf(body);
    return findVestingProblem(parameters) === undefined ? { product, parameters } : undefined;
  }
  if (product !== 'VESTING_TOKEN' || body.length !== PARAMETERS_LENGTH + CATEGORY_LENGTH) return undefined;
  const [parameters, category] = [parametersOf(body), binToHex(body.slice(PARAMETERS_LENGTH))];
  return findVestingProblem(parameters, { type: 'FUNGIBLE_TOKEN', category }) === undefined
    ? { product, parameters, category }
    : undefined;
};
