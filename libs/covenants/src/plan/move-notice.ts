import { flattenBinArray, type TransactionCommon } from '@bitauth/libauth';
import type { Party } from '../chain/party.js';

/** OP_RETURN, OP_PUSHDATA_1, the length, tag `WEIR`, version 1 and number 25, which no announcement has. */
const HEAD_LENGTH = 9;
const DATA_HEAD = Uint8Array.of(0x57, 0x45, 0x49, 0x52, 0x01, 0x19);
const OP_RETURN = 0x6a;
const OP_PUSHDATA_1 = 0x4c;

/**
 * Encodes the notice by which an announcement names the address that a recipient moves to, with the whole locking bytecode: the
 * covenants ask for it at the output that the locktime numbers, so that no signature that was made for anything else covers it.
 *
 * @returns a locking bytecode
 */
export const encodeMoveNotice = (to: Party): Uint8Array =>
  flattenBinArray([Uint8Array.of(OP_RETURN, OP_PUSHDATA_1, DATA_HEAD.length + to.length), DATA_HEAD, to]);

/** Reads such a notice; undefined where the locking bytecode is none. The covenants allow addresses of any kind. */
export const decodeMoveNotice = (lockingBytecode: Uint8Array): Uint8Array | undefined => {
  const to = lockingBytecode.slice(HEAD_LENGTH);
  const head = [OP_RETURN, OP_PUSHDATA_1, DATA_HEAD.length + to.length, ...DATA_HEAD];
  return head.every((byte, i) => lockingBytecode[i] === byte) ? to : undefined;
};

/** Returns the address that an announcement names: its locktime is the number of the output that is the notice. */
export const announcedBy = ({ outputs, locktime }: TransactionCommon): Uint8Array | undefined => {
  const notice = outputs[locktime];
  return notice && decodeMoveNotice(notice.lockingBytecode);
};
