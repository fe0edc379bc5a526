import { bigIntToBinUint64LE, binToBigIntUint64LE, binToNumberUint16LE, binToNumberUint32LE, flattenBinArray, numberToBinUint16LE, numberToBinUint32LE, utf8ToBin } from '@bitauth/libauth';
import { findVestingProblem } from '../vesting/vesting-parameters.js';
import type { VestingParameters } from '../vesting/vesting-parameters.js';

/**
 * What a funding transaction says of itself in an OP_RETURN, so that a contract can be found and rebuilt from the
 * chain alone: one push of tag `WEIR`, version 01, product, then the constructor parameters, little-endian.
 *
 * Vesting in BCH (product 01, 86 bytes): sender 20, recipient 20, total 8, start 4, end 4, cliff 4, step 4 (0 for
 * continuous), notice 2, nonce 16.
 */
export interface Announcement {
  readonly product: 'VESTING_BCH';
  readonly parameters: VestingParameters;
}

const TAG = utf8ToBin('WEIR');
const VERSION = 0x01;
const VESTING_BCH = 0x01;
const HEADER_LENGTH = TAG.length + 2;
const VESTING_LENGTH = HEADER_LENGTH + 82;
const OP_RETURN = 0x6a;
const OP_PUSHDATA_1 = 0x4c;

const time = (seconds: bigint): Uint8Array => numberToBinUint32LE(Number(seconds));

/** The locking bytecode of the announcement output. */
export const encodeAnnouncement = ({ parameters }: Announcement): Uint8Array => {
  const { sender, recipient, schedule, noticeBlocks, nonce } = parameters;
  const data = flattenBinArray([
    TAG,
    Uint8Array.of(VERSION, VESTING_BCH),
    sender,
    recipient,
    bigIntToBinUint64LE(schedule.total),
    ...[schedule.start, schedule.end, schedule.cliff, schedule.step].map(time),
    numberToBinUint16LE(noticeBlocks),
    nonce,
  ]);
  return flattenBinArray([Uint8Array.of(OP_RETURN, OP_PUSHDATA_1, data.length), data]);
};

const startsWith = (bytes: Uint8Array, prefix: readonly number[]): boolean => prefix.every((byte, i) => bytes[i] === byte);

/**
 * Reads an announcement, or undefined when the locking bytecode is none, of a version or product unknown here, or
 * announces parameters that no contract may have.
 */
export const decodeAnnouncement = (lockingBytecode: Uint8Array): Announcement | undefined => {
  const expected = [OP_RETURN, OP_PUSHDATA_1, VESTING_LENGTH, ...TAG, VERSION, VESTING_BCH];
  if (lockingBytecode.length !== VESTING_LENGTH + 3 || !startsWith(lockingBytecode, expected)) return undefined;
  const body = lockingBytecode.slice(3 + HEADER_LENGTH);
  const seconds = (offset: number) => BigInt(binToNumberUint32LE(body.slice(offset, offset + 4)));
  const parameters: VestingParameters = {
    sender: body.slice(0, 20),
    recipient: body.slice(20, 40),
    schedule: { total: binToBigIntUint64LE(body.slice(40, 48)), start: seconds(48), end: seconds(52), cliff: seconds(56), step: seconds(60) },
    noticeBlocks: binToNumberUint16LE(body.slice(64, 66)),
    nonce: body.slice(66, 82),
  };
  return findVestingProblem(parameters) === undefined ? { product: 'VESTING_BCH', parameters } : undefined;
};
