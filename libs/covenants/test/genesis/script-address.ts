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

/** What is before the hash and behind it: of one hidden code, and of several, whose hashes are hashed together. */
const ONE = ['76aa20', '87630089008a67'] as const;
const SEVERAL = ['7463760089aa7c7e7eaa20', '88008a67'] as const;

/**
 * Returns the locking bytecode of a linked contract, as contracts/README.md has it: all but the shown function is behind one
 * hash, of the code itself or of the hashes of all codes.
 */
export const linkedAddress = (
  { shown, hidden }: LinkedScript,
  values: Readonly<Record<string, ScriptValue>>,
): Uint8Array => {
  const [showing, ...hiding] = [shown, ...hidden].map(({ parameters, bytecode }) => {
    const pushes = parameters.map((name) => {
      const value = values[name];
      if (value === undefined) throw new Error(`No value for the parameter ${name}`);
      return shortestPush(bytesOf(value));
    });
    return flattenBinArray([...pushes.reverse(), hexToBin(bytecode)]);
  });
  const hashes = flattenBinArray(hiding.map((code) => hash256(code)));
  if (showing === undefined || hashes.length === 0) throw new Error('Nothing is hidden');
  const isOne = hiding.length === 1;
  const [before, between] = (isOne ? ONE : SEVERAL).map((hex) => hexToBin(hex));
  if (before === undefined || between === undefined) throw new Error('A hash has two sides');
  const hash = isOne ? hashes : hash256(hashes);
  const script = flattenBinArray([before, hash, between, showing, Uint8Array.of(0x68)]);
  return encodeLockingBytecodeP2sh32(hash256(script));
};

const known = new WeakMap<CompiledScript, Uint8Array>();

/** The locking bytecode of a universal script, which has no parameters. */
export const universalAddress = (script: CompiledScript): Uint8Array => {
  const address = known.get(script) ?? scriptAddress(script, {});
  known.set(script, address);
  return address;
};
