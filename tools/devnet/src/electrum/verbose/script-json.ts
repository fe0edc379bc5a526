import {
  decodeAuthenticationInstructions,
  encodeLockingBytecodeP2pkh,
  hash160,
  isValidSignatureEncodingDER,
  lockingBytecodeToCashAddress,
  OpcodesBch,
  OpcodesBtc,
  vmNumberToBigInt,
} from '@bitauth/libauth';
import type { AddressPrefix } from '../address.js';

interface Instruction {
  readonly opcode: number;
  /** Present for pushes only. */
  readonly data?: Buffer;
}

/** Splits a bytecode into instructions; `undefined` stands for the rest if it ends within a push. */
const instructionsOf = (bytecode: Buffer): (Instruction | undefined)[] =>
  decodeAuthenticationInstructions(bytecode).map((instruction) => {
    if ('malformed' in instruction) return undefined;
    const { opcode } = instruction;
    return 'data' in instruction ? { opcode, data: Buffer.from(instruction.data) } : { opcode };
  });

const bases: Readonly<Record<number, string>> = { 1: 'ALL', 2: 'NONE', 3: 'SINGLE' };

const signingTypeName = (type: number): string | undefined => {
  const base = bases[type & 0x1f];
  if (base === undefined) return undefined;
  const flags = [base, type & 0x40 ? 'FORKID' : '', type & 0x20 ? 'UTXOS' : '', type & 0x80 ? 'ANYONECANPAY' : ''];
  return flags.filter((flag) => flag !== '').join('|');
};

const schnorrLength = 65;

/** Shows a signature with the name of its signing type. */
const signatureAsm = (data: Buffer): string | undefined => {
  const name = signingTypeName(data.at(-1) ?? 0);
  const signature = data.subarray(0, -1);
  if (name === undefined || (data.length !== schnorrLength && !isValidSignatureEncodingDER(signature)))
    return undefined;
  return `${signature.toString('hex')}[${name}]`;
};

const longestNumber = 4;

const pushAsm = (data: Buffer, decodesSignatures: boolean): string => {
  if (data.length <= longestNumber) {
    const number = vmNumberToBigInt(data, { maximumVmNumberByteLength: longestNumber, requireMinimalEncoding: false });
    return number.toString();
  }
  return (decodesSignatures ? signatureAsm(data) : undefined) ?? data.toString('hex');
};

const firstSmallInteger = 0x50;
const lastSmallInteger = 0x60;

const opcodeAsm = (opcode: number): string => {
  if (opcode >= 0x4f && opcode <= lastSmallInteger && opcode !== firstSmallInteger) {
    return String(opcode - firstSmallInteger);
  }
  const name =
    (OpcodesBch as Record<number, string | undefined>)[opcode] ?? (OpcodesBtc as Record<number, string>)[opcode];
  return name === undefined || name.startsWith('OP_UNKNOWN') ? 'OP_UNKNOWN' : name;
};

/**
 * Disassembles a bytecode as the node's verbose answers do: short pushes as numbers, longer ones as hex.
 * @param decodesSignatures for unlocking bytecode: show the signing type of signatures
 */
export const scriptAsm = (bytecode: Buffer, decodesSignatures = false): string =>
  instructionsOf(bytecode)
    .map((instruction) => {
      if (instruction === undefined) return '[error]';
      const { data, opcode } = instruction;
      return data === undefined ? opcodeAsm(opcode) : pushAsm(data, decodesSignatures);
    })
    .join(' ');

/** A locking bytecode as described in the node's verbose answers. */
interface ScriptDescription {
  readonly addresses?: readonly string[];
  readonly asm: string;
  readonly hex: string;
  readonly reqSigs?: number;
  readonly type: 'pubkeyhash' | 'scripthash' | 'pubkey' | 'multisig' | 'nulldata' | 'nonstandard';
}

const opReturn = 0x6a;
const opCheckSig = 0xac;
const opCheckMultiSig = 0xae;
const op1 = 0x51;
const op16 = 0x60;

const isPublicKey = (data: Buffer | undefined): data is Buffer => data?.length === 33 || data?.length === 65;

const addressOf = (bytecode: Uint8Array, prefix: AddressPrefix): string | undefined => {
  const encoded = lockingBytecodeToCashAddress({ bytecode, prefix });
  return typeof encoded === 'string' ? undefined : encoded.address;
};

const keyAddress = (publicKey: Uint8Array, prefix: AddressPrefix): string[] => {
  const address = addressOf(encodeLockingBytecodeP2pkh(hash160(publicKey)), prefix);
  return address === undefined ? [] : [address];
};

/** Returns the keys and the threshold of a bare multisig output, or of a single bare key. */
const keysOf = (bytecode: Buffer): { keys: Buffer[]; required: number; type: 'pubkey' | 'multisig' } | undefined => {
  const instructions = instructionsOf(bytecode);
  const last = instructions.at(-1)?.opcode;
  const [first] = instructions;
  if (instructions.length === 2 && last === opCheckSig && isPublicKey(first?.data)) {
    return { keys: [first.data], required: 1, type: 'pubkey' };
  }
  const keys = instructions.slice(1, -2).map((instruction) => instruction?.data);
  const required = (first?.opcode ?? 0) - op1 + 1;
  const total = (instructions.at(-2)?.opcode ?? 0) - op1 + 1;
  const isMultisig =
    last === opCheckMultiSig && required >= 1 && required <= total && total <= op16 - op1 + 1 && keys.length === total;
  return isMultisig && keys.every(isPublicKey) ? { keys, required, type: 'multisig' } : undefined;
};

const isDataCarrier = (bytecode: Buffer): boolean =>
  bytecode[0] === opReturn &&
  instructionsOf(bytecode.subarray(1)).every((each) => each !== undefined && each.opcode <= op16);

/**
 * Describes a locking bytecode.
 * @param prefix CashAddress prefix of the network
 */
export const describeScript = (hex: string, prefix: AddressPrefix): ScriptDescription => {
  const bytecode = Buffer.from(hex, 'hex');
  const asm = scriptAsm(bytecode);
  const address = addressOf(bytecode, prefix);
  const bare = keysOf(bytecode);
  if (bare !== undefined) {
    const addresses = bare.keys.flatMap((key) => keyAddress(key, prefix));
    return { addresses, asm, hex, reqSigs: bare.required, type: bare.type };
  }
  if (address !== undefined) {
    const type = bytecode[0] === 0x76 ? 'pubkeyhash' : 'scripthash';
    return { addresses: [address], asm, hex, reqSigs: 1, type };
  }
  return { asm, hex, type: isDataCarrier(bytecode) ? 'nulldata' : 'nonstandard' };
};
