import {
  decodeAuthenticationInstructions,
  isPayToPublicKey,
  isPayToPublicKeyHash,
  isPayToScriptHash20,
  isPayToScriptHash32,
  isSimpleMultisig,
} from '@bitauth/libauth';

const returnOpcode = 0x6a;
const highestPushOpcode = 0x60;

/**
 * Whether bytecode is well-formed and only pushes; numbers and the reserved 0x50 count as pushes, as they do in the
 * node.
 */
export const isPushOnly = (bytecode: Uint8Array): boolean =>
  decodeAuthenticationInstructions(bytecode).every(
    (instruction) => !('malformed' in instruction) && instruction.opcode <= highestPushOpcode,
  );

/** Whether an output only carries data: OP_RETURN and pushes. */
export const isDataOutput = (lockingBytecode: Uint8Array): boolean =>
  lockingBytecode[0] === returnOpcode && isPushOnly(lockingBytecode.subarray(1));

const maxBareKeys = 3;

const multisigKeys = (lockingBytecode: Uint8Array): number | undefined => {
  const multisig = isSimpleMultisig(lockingBytecode);
  if (multisig === false) return undefined;
  const { m, n, publicKeys } = multisig;
  return publicKeys.length === n && m >= 1 && m <= n ? n : undefined;
};

const isKeyOrHash = (lockingBytecode: Uint8Array): boolean =>
  isPayToPublicKeyHash(lockingBytecode) ||
  isPayToScriptHash20(lockingBytecode) ||
  isPayToScriptHash32(lockingBytecode) ||
  isPayToPublicKey(lockingBytecode);

/** Whether relay allows new outputs of this pattern: P2PKH, P2SH, P2PK, data, or multisig of at most three keys. */
export const isStandardOutputPattern = (lockingBytecode: Uint8Array): boolean =>
  isKeyOrHash(lockingBytecode) ||
  isDataOutput(lockingBytecode) ||
  (multisigKeys(lockingBytecode) ?? Number.POSITIVE_INFINITY) <= maxBareKeys;

/** Whether relay allows inputs to spend this pattern: those of new outputs, and multisig of any number of keys. */
export const isStandardInputPattern = (lockingBytecode: Uint8Array): boolean =>
  isStandardOutputPattern(lockingBytecode) || multisigKeys(lockingBytecode) !== undefined;
