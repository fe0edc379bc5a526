import { encodeLockingBytecodeP2pkh, hash160, lockingBytecodeToCashAddress } from '@bitauth/libauth';
import type { AddressPrefix } from '../address.js';
import { instructionsOf, scriptAsm } from './script-asm.js';

/** A locking bytecode as described in the node's verbose answers. */
export interface ScriptDescription {
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
  const instructions = [...instructionsOf(bytecode)];
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
  [...instructionsOf(bytecode.subarray(1))].every((each) => each !== undefined && each.opcode <= op16);

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
