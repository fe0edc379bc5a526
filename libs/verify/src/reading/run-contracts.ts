import {
  createInstructionSetBch2026,
  createVirtualMachine,
  decodeAuthenticationInstructions,
  encodeAuthenticationInstructions,
  ripemd160,
  secp256k1,
  sha1,
  sha256,
  type TransactionCommon,
} from '@bitauth/libauth';
import { Difference } from '../difference.js';
import type { Draft } from '../request/signing-request.js';
import { lockKey } from './ledger.js';

/** Stand-in of a public key that is not known before its wallet signs; no key has these bytes. */
const standIn = (last: number): Uint8Array =>
  Uint8Array.from({ length: 33 }, (_, index) => (index === 0 ? 2 : index === 32 ? last : 0));

/** Stands for the signer's key, and for that of a vault's other signer. */
const [OWN_KEY, OTHER_KEY] = [standIn(1), standIn(2)];
/** Stands for a signature of either by ALL|UTXOS|FORKID. */
const SIGNATURE = Uint8Array.from({ length: 65 }, (_, index) => (index === 64 ? 0x61 : 7));

/** What a wallet puts into an input of its own: a contract may look at the coin beside it. */
const OWN_UNLOCKING = encodeAuthenticationInstructions([
  { opcode: SIGNATURE.length, data: SIGNATURE },
  { opcode: OWN_KEY.length, data: OWN_KEY },
]);

const isFilledWith = (bytes: Uint8Array, length: number, value: number): boolean =>
  bytes.length === length && bytes.every((byte) => byte === value);

/** Puts stand-ins where an unlocking bytecode has places for keys and signatures: zeros, or ones for another signer's. */
const withStandIns = (unlockingBytecode: Uint8Array): Uint8Array =>
  encodeAuthenticationInstructions(
    decodeAuthenticationInstructions(unlockingBytecode).map((instruction) => {
      if (!('data' in instruction) || !(instruction.data instanceof Uint8Array)) return instruction;
      const { data } = instruction;
      if (isFilledWith(data, 33, 0)) return { ...instruction, data: OWN_KEY };
      if (isFilledWith(data, 33, 1)) return { ...instruction, data: OTHER_KEY };
      return isFilledWith(data, 65, 0) || isFilledWith(data, 65, 1) ? { ...instruction, data: SIGNATURE } : instruction;
    }),
  );

/** Whose keys the stand-ins are taken for: hash160 of each. */
export interface StandIns {
  readonly own: Uint8Array | undefined;
  readonly other: Uint8Array | undefined;
  /** What unlocks inputs once both have signed, by their indexes, where the request itself has another form. */
  readonly unlocking?: ReadonlyMap<number, Uint8Array>;
}

/** Returns the transaction as if it were signed. */
const signedAs = (transaction: TransactionCommon, { unlocking }: StandIns): TransactionCommon => ({
  ...transaction,
  inputs: transaction.inputs.map((input, index) => {
    const bytecode = unlocking?.get(index) ?? input.unlockingBytecode;
    return { ...input, unlockingBytecode: bytecode.length === 0 ? OWN_UNLOCKING : withStandIns(bytecode) };
  }),
});

/** Creates the network's rules of May 2026 and of relaying, with stand-ins taken for keys and their signatures. */
const createMachine = ({ own, other }: StandIns) => {
  const hashes = new Map<string, Uint8Array>();
  if (own !== undefined) hashes.set(lockKey(sha256.hash(OWN_KEY)), own);
  if (other !== undefined) hashes.set(lockKey(sha256.hash(OTHER_KEY)), other);
  const keys = new Set([OWN_KEY, OTHER_KEY].map(lockKey));
  const signature = lockKey(SIGNATURE.slice(0, -1));
  return createVirtualMachine(
    createInstructionSetBch2026(true, {
      sha1,
      sha256,
      ripemd160: { ...ripemd160, hash: (bytes) => hashes.get(lockKey(bytes)) ?? ripemd160.hash(bytes) },
      secp256k1: {
        ...secp256k1,
        verifySignatureSchnorr: (signed, key, digest) =>
          (keys.has(lockKey(key)) && lockKey(signed) === signature) ||
          secp256k1.verifySignatureSchnorr(signed, key, digest),
      },
    }),
  );
};

/**
 * Runs the contracts of a transaction's inputs as if it were signed: what the network would refuse is not what it
 * claims to be, however it reads.
 *
 * @param inputs indexes of the inputs of contracts
 * @param standIns whose keys they may be: of a wallet with several keys of one vault each in turn
 * @returns those that they accept; undefined where no contract runs
 * @throws Difference UNEXPECTED_INPUT for the first one that the network would refuse
 */
export const runContracts = (
  { transaction, spent }: Draft,
  inputs: readonly number[],
  standIns: readonly StandIns[],
): StandIns | undefined => {
  if (inputs.length === 0) return undefined;
  const sourceOutputs = [...spent];
  const problemOf = (keys: StandIns): Difference | undefined => {
    const machine = createMachine(keys);
    const signed = signedAs(transaction, keys);
    for (const inputIndex of inputs) {
      const verdict = machine.stateSuccess(machine.evaluate({ inputIndex, sourceOutputs, transaction: signed }));
      if (verdict !== true)
        return new Difference('UNEXPECTED_INPUT', `The contract of input ${inputIndex} would refuse it: ${verdict}`);
    }
    return undefined;
  };
  let first: Difference | undefined;
  for (const keys of standIns) {
    const problem = problemOf(keys);
    if (problem === undefined) return keys;
    first ??= problem;
  }
  throw first ?? new Difference('UNEXPECTED_INPUT', 'You hold none of the keys that may sign for the treasury');
};
