import {
  bigIntToBinUint64LE,
  bigIntToVmNumber,
  binToHex,
  cashAddressToLockingBytecode,
  encodeDataPush,
  encodeLockingBytecodeP2sh32,
  flattenBinArray,
  hash160,
  hash256,
  hexToBin,
  OpcodesBch,
} from '@bitauth/libauth';
import { lockTokenArtifact } from '@weir/contracts';

/** What is published of a lock of tokens (`GET /api/indexer/locks/:category`), as far as its script follows from it. */
export interface PublishedLock {
  readonly recipient: string | null;
  readonly totalAmountBase: bigint;
  readonly terms: Readonly<Record<string, unknown>>;
}

const opcodes: ReadonlyMap<string, unknown> = new Map(Object.entries(OpcodesBch));

/** The bytes of a contract's code: names of opcodes, and hex of what is pushed. */
const codeOf = ({ bytecode }: { readonly bytecode: string }): Uint8Array =>
  flattenBinArray(
    bytecode.split(' ').map((word) => {
      const opcode = word.startsWith('OP_') ? opcodes.get(word) : undefined;
      return typeof opcode === 'number' ? Uint8Array.of(opcode) : encodeDataPush(hexToBin(word));
    }),
  );

const pushOf = (number: bigint): Uint8Array =>
  number >= 1n && number <= 16n ? Uint8Array.of(0x50 + Number(number)) : encodeDataPush(bigIntToVmNumber(number));

/**
 * What a stranger makes of the published figures by docs/api/tokens.md alone, without the code that made the lock.
 *
 * @returns hex: the script of the lock's output, and what the input of a claim shows of recipient (a key's hash) and total
 */
export const rebuildLock = ({ recipient, totalAmountBase, terms }: PublishedLock) => {
  const paid = cashAddressToLockingBytecode(recipient ?? '');
  if (typeof paid === 'string') throw new Error(paid);
  const seconds = (name: string) => BigInt(Number(terms[name]));
  const start = seconds('startTime');
  const step = terms['intervalSeconds'] === null ? 1n : seconds('intervalSeconds');
  const cliff = terms['cliffTimestamp'] === null ? start : seconds('cliffTimestamp');
  const [hash, total] = [hash160(paid.bytecode), bigIntToBinUint64LE(totalAmountBase)];
  const script = flattenBinArray([
    ...[encodeDataPush(hash), encodeDataPush(total)],
    ...[cliff, start, step, (seconds('endTime') - start) / step].map(pushOf),
    codeOf(lockTokenArtifact),
  ]);
  return {
    claims: [binToHex(paid.bytecode.slice(3, 23)), binToHex(bigIntToVmNumber(totalAmountBase))],
    lockingBytecode: binToHex(encodeLockingBytecodeP2sh32(hash256(script))),
  };
};
