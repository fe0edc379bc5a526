import {
  type AuthenticationProgramStateBch,
  isValidPublicKeyEncoding,
  isValidSignatureEncodingDER,
  OpcodesBch2023 as Op,
  AuthenticationErrorBch2025 as VmError,
  VmNumberError,
} from '@bitauth/libauth';

const schnorrLength = 64;
const forkId = 0x40;
const utxos = 0x20;
const anyoneCanPay = 0x80;
const modifiers = forkId | utxos | anyoneCanPay;
/** Half the group order, above which the S of a signature is not canonical. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

const valueOfS = (der: Uint8Array): bigint => {
  const sLengthAt = 5 + (der[3] ?? 0);
  return BigInt(`0x${Buffer.from(der.subarray(sLengthAt + 1)).toString('hex')}`);
};

const hashTypeProblem = (hashType: number): string | undefined => {
  const base = hashType & ~modifiers;
  const isDefined = base >= 1 && base <= 3;
  const misusesUtxos = (hashType & utxos) !== 0 && (hashType & (forkId | anyoneCanPay)) !== forkId;
  if (!isDefined || misusesUtxos) return 'Signature hash type missing or not understood';
  return (hashType & forkId) === 0 ? 'Signature must use SIGHASH_FORKID' : undefined;
};

/** Returns what is wrong with the form of a signature without hash type; undefined if nothing is. */
const rawSignatureProblem = (signature: Uint8Array): string | undefined => {
  if (signature.length === 0 || signature.length === schnorrLength) return undefined;
  if (!isValidSignatureEncodingDER(signature)) return 'Non-canonical DER signature';
  return valueOfS(signature) > highestS ? 'Non-canonical signature: S value is unnecessarily high' : undefined;
};

/** Returns what is wrong with the form of a signature with its hash type; undefined if nothing is. */
const transactionSignatureProblem = (signature: Uint8Array): string | undefined =>
  signature.length === 0
    ? undefined
    : (rawSignatureProblem(signature.subarray(0, -1)) ?? hashTypeProblem(signature.at(-1) ?? 0));

const publicKeyProblem = (publicKey: Uint8Array): string | undefined =>
  isValidPublicKeyEncoding(publicKey) ? undefined : 'Public key is neither compressed or uncompressed';

/** How a script failed: the virtual machine's error, and the state before the opcode that failed. */
export interface ScriptFailure {
  readonly error: string;
  readonly opcode: number | undefined;
  readonly stack: readonly Uint8Array[];
}

export const finishedFalse = 'Script evaluated without error but finished with a false/empty top stack element';
const stackSize = 'Operation not valid with the current stack size';
const badOpcode = 'Opcode missing or not understood';
const disabled = 'Attempted to use a disabled opcode';
const unsatisfied = 'Locktime requirement not satisfied';
const unbalanced = 'Invalid OP_IF construction';
const loop = 'Invalid control flow construction';
const nullFail = 'Signature must be zero for failed CHECK(MULTI)SIG operation';
const signatureCount = 'Signature count negative or greater than pubkey count';
const inputIndex = 'The specified transaction input index is out of range';

/** How the errors of the May 2026 rules begin, which libauth does not export. */
const may2026 = {
  unexpectedUntil: 'Encountered an OP_UNTIL',
  exceededMaximumMemorySlots: 'Program attempted to use an excessive number of memory slots',
};

/** The node's wording of the virtual machine's errors, where the one follows from the other. */
const words: readonly (readonly [error: string, word: string])[] = [
  [VmError.emptyAlternateStack, 'Operation not valid with the current altstack size'],
  [VmError.emptyStack, stackSize],
  [VmError.invalidStackIndex, stackSize],
  [VmError.calledReserved, badOpcode],
  [VmError.unknownOpcode, badOpcode],
  [VmError.malformedP2shBytecode, badOpcode],
  [VmError.malformedLockingBytecode, badOpcode],
  [VmError.malformedPush, badOpcode],
  [VmError.disabledOpcode, disabled],
  [VmError.calledReturn, 'OP_RETURN was encountered'],
  [VmError.calledUpgradableNop, 'NOPx reserved for soft-fork upgrades'],
  [VmError.nonMinimalPush, 'Data push larger than necessary'],
  [VmError.invalidSplitIndex, 'Invalid OP_SPLIT range'],
  [VmError.insufficientLength, 'The requested encoding is impossible to satisfy'],
  [VmError.mismatchedBitwiseOperandLength, 'Invalid operand size'],
  [VmError.invalidTransactionInputIndex, inputIndex],
  [VmError.invalidTransactionUtxoIndex, inputIndex],
  [VmError.invalidTransactionOutputIndex, 'The specified transaction output index is out of range'],
  [VmError.negativeLocktime, 'Negative locktime'],
  [VmError.incompatibleLocktimeType, unsatisfied],
  [VmError.unsatisfiedLocktime, unsatisfied],
  [VmError.locktimeDisabled, unsatisfied],
  [VmError.checkSequenceUnavailable, unsatisfied],
  [VmError.unmatchedSequenceDisable, unsatisfied],
  [VmError.incompatibleSequenceType, unsatisfied],
  [VmError.unsatisfiedSequenceNumber, unsatisfied],
  [VmError.unexpectedElse, unbalanced],
  [VmError.unexpectedEndIf, unbalanced],
  [VmError.nonEmptyControlStackUnlockingBytecode, unbalanced],
  [VmError.nonEmptyControlStackLockingBytecode, unbalanced],
  [VmError.nonEmptyControlStackRedeemBytecode, unbalanced],
  [may2026.unexpectedUntil, loop],
  [VmError.exceededMaximumControlStackDepth, 'Conditional depth limit exceeded'],
  [VmError.excessiveHashing, 'Hash iteration limit exceeded'],
  [VmError.excessiveOperationCost, 'VM cost limit exceeded'],
  [VmError.exceededMaximumSignatureCheckCount, 'Input SigChecks limit exceeded'],
  [VmError.exceededMaximumStackDepth, 'Stack size limit exceeded'],
  [may2026.exceededMaximumMemorySlots, 'Stack size limit exceeded'],
  [VmError.exceededMaximumStackItemLength, 'Push value size limit exceeded'],
  [VmError.exceededMaximumBytecodeLengthLocking, 'Script is too big'],
  [VmError.exceededMaximumBytecodeLengthUnlocking, 'Script is too big'],
  [VmError.insufficientPublicKeys, signatureCount],
  [VmError.exceedsMaximumMultisigPublicKeyCount, 'Pubkey count negative or limit exceeded'],
  [VmError.invalidCheckBitsSignatureCount, 'Invalid number of bit set in OP_CHECKMULTISIG'],
  [VmError.invalidCheckBitsValue, 'Bitfield of unexpected size error'],
  [VmError.schnorrSizedSignatureInEcdsaMultiSig, 'Signature cannot be 65 bytes in CHECKMULTISIG'],
  [VmError.nonSchnorrSizedSignatureInSchnorrMultiSig, 'Only Schnorr signatures allowed in this operation'],
  [VmError.invalidPublicKeyEncoding, 'Public key is neither compressed or uncompressed'],
  [VmError.invalidSignatureEncoding, 'Non-canonical DER signature'],
  [VmError.nonNullSignatureFailure, nullFail],
  [VmError.unsuccessfulEvaluation, finishedFalse],
  [VmError.unmatchedP2shRedeemBytecode, finishedFalse],
  [VmError.requiresCleanStackLockingBytecode, 'Extra items left on stack after execution'],
  [VmError.requiresCleanStackRedeemBytecode, 'Extra items left on stack after execution'],
];

/** The node's name of a failed check, by its opcode. */
const failedChecks: Readonly<Record<number, string>> = {
  [Op.OP_VERIFY]: 'OP_VERIFY',
  [Op.OP_EQUALVERIFY]: 'OP_EQUALVERIFY',
  [Op.OP_NUMEQUALVERIFY]: 'OP_NUMEQUALVERIFY',
  [Op.OP_CHECKSIGVERIFY]: 'OP_CHECKSIGVERIFY',
  [Op.OP_CHECKMULTISIGVERIFY]: 'OP_CHECKMULTISIGVERIFY',
  [Op.OP_CHECKDATASIGVERIFY]: 'OP_CHECKDATASIGVERIFY',
};

const moduloOpcode: number = Op.OP_MOD;

/**
 * Opcodes of Bitcoin's first days that stayed disabled until May 2026: OP_INVERT, OP_2MUL, OP_2DIV, OP_LSHIFT,
 * OP_RSHIFT.
 */
const disabledOpcodes: readonly number[] = [0x83, 0x8d, 0x8e, 0x98, 0x99];

/**
 * Words a failed signature check. The node checks the form of the signature, then that of the key, and only then
 * verifies.
 */
const signatureWord = ({ opcode, stack }: ScriptFailure): string | undefined => {
  const publicKey = stack.at(-1) ?? new Uint8Array();
  switch (opcode) {
    case Op.OP_CHECKSIG:
    case Op.OP_CHECKSIGVERIFY:
      return transactionSignatureProblem(stack.at(-2) ?? new Uint8Array()) ?? publicKeyProblem(publicKey);
    case Op.OP_CHECKDATASIG:
    case Op.OP_CHECKDATASIGVERIFY:
      return rawSignatureProblem(stack.at(-3) ?? new Uint8Array()) ?? publicKeyProblem(publicKey);
    default:
      return undefined;
  }
};

const signatureErrors: readonly string[] = [
  VmError.invalidPublicKeyEncoding,
  VmError.invalidSignatureEncoding,
  VmError.nonNullSignatureFailure,
];

/** Words a script's failure as the node does; in the virtual machine's own words if the node has no such failure. */
export const scriptErrorText = (failure: ScriptFailure): string => {
  const { error, opcode = -1 } = failure;
  if (error.startsWith(VmError.failedVerify))
    return `Script failed an ${failedChecks[opcode] ?? 'OP_VERIFY'} operation`;
  if (error.startsWith(VmError.divisionByZero)) {
    return `${opcode === moduloOpcode ? 'Modulo' : 'Division'} by zero error`;
  }
  if (error.startsWith(VmError.invalidVmNumber)) {
    return error.includes(VmNumberError.requiresMinimal)
      ? 'Number encoding must be minimal'
      : 'Given operand is not a number within the valid range [-2^79,999 + 1, 2^79,999 - 1]';
  }
  if (error.startsWith(VmError.unknownOpcode) && disabledOpcodes.includes(opcode)) return disabled;
  const byForm = signatureErrors.some((each) => error.startsWith(each)) ? signatureWord(failure) : undefined;
  return byForm ?? words.find(([machine]) => error.startsWith(machine))?.[1] ?? error;
};

/** Finds the failure in a trace of states: the last state without an error is the one before the opcode that failed. */
export const failureOf = (error: string, trace: readonly AuthenticationProgramStateBch[]): ScriptFailure => {
  const last = trace.findLast((state) => state.error === undefined);
  return { error, opcode: last?.instructions[last.ip]?.opcode, stack: last?.stack ?? [] };
};
