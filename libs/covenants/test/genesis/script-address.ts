import {
  bigIntToVmNumber,
  encodeDataPush,
  encodeLockingBytecodeP2sh32,
  flattenBinArray,
  hash256,
  hexToBin,
  OpcodesBch,
} from '@bitauth/libauth';

/** What of a compiled contract decides its address. */
export interface CompiledScript {
  readonly constructorInputs: readonly { readonly name: string; readonly type: string }[];
  readonly bytecode: string;
}

export type ScriptValue = Uint8Array | bigint | boolean;

/** The shortest push of some bytes: small numbers have opcodes of their own. */
const shortestPush = (bytes: Uint8Array): Uint8Array => {
  const [only] = bytes;
  if (only === undefined) return Uint8Array.of(OpcodesBch.OP_0);
  if (bytes.length === 1 && only >= 1 && only <= 16) return Uint8Array.of(OpcodesBch.OP_1 - 1 + only);
  return bytes.length === 1 && only === 0x81 ? Uint8Array.of(OpcodesBch.OP_1NEGATE) : encodeDataPush(bytes);
};

const bytesOf = (value: ScriptValue): Uint8Array => {
  if (typeof value === 'bigint') return bigIntToVmNumber(value);
  return typeof value === 'boolean' ? bigIntToVmNumber(value ? 1n : 0n) : value;
};

const OPCODES = new Map<string, number | string>(Object.entries(OpcodesBch));

const opcodeBytes = (word: string): Uint8Array => {
  const opcode = OPCODES.get(word);
  return typeof opcode === 'number' ? Uint8Array.of(opcode) : encodeDataPush(hexToBin(word));
};

const bodies = new WeakMap<CompiledScript, Uint8Array>();

/** The compiled script without its parameters. */
const bodyOf = (script: CompiledScript): Uint8Array => {
  const body = bodies.get(script) ?? flattenBinArray(script.bytecode.split(' ').map(opcodeBytes));
  bodies.set(script, body);
  return body;
};

/**
 * Returns the locking bytecode of a contract: the hash of its parameters, the last one pushed first, and its compiled
 * script. Put together here without CashScript, so that the judges do not share its use with what they judge.
 */
export const scriptAddress = (compiled: CompiledScript, values: Readonly<Record<string, ScriptValue>>): Uint8Array => {
  const pushes = compiled.constructorInputs.map(({ name }) => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value for the parameter ${name}`);
    return shortestPush(bytesOf(value));
  });
  const script = flattenBinArray([...pushes.reverse(), bodyOf(compiled)]);
  return encodeLockingBytecodeP2sh32(hash256(script));
};

/** What of a linked contract decides its address. */
interface LinkedScript {
  readonly shown: LinkedPart;
  readonly hidden: readonly LinkedPart[];
}

interface LinkedPart {
  readonly parameters: readonly string[];
  readonly bytecode: string;
}

/**
 * Returns the locking bytecode of a linked contract whose shown function takes arguments, as contracts/README.md has it: all else
 * is behind one hash.
 */
export const linkedAddress = (
  { shown, hidden: [hidden] }: LinkedScript,
  values: Readonly<Record<string, ScriptValue>>,
): Uint8Array => {
  if (hidden === undefined) throw new Error('Nothing is hidden');
  const [showing, hiding] = [shown, hidden].map(({ parameters, bytecode }) => {
    const pushes = parameters.map((name) => {
      const value = values[name];
      if (value === undefined) throw new Error(`No value for the parameter ${name}`);
      return shortestPush(bytesOf(value));
    });
    return flattenBinArray([...pushes.reverse(), hexToBin(bytecode)]);
  });
  if (showing === undefined || hiding === undefined) throw new Error('There are two');
  const [before, between] = [hexToBin('76aa20'), hexToBin('87630089008a67')];
  const script = flattenBinArray([before, hash256(hiding), between, showing, Uint8Array.of(0x68)]);
  return encodeLockingBytecodeP2sh32(hash256(script));
};

const known = new WeakMap<CompiledScript, Uint8Array>();

/** The locking bytecode of a universal script, which has no parameters. */
export const universalAddress = (script: CompiledScript): Uint8Array => {
  const address = known.get(script) ?? scriptAddress(script, {});
  known.set(script, address);
  return address;
};
