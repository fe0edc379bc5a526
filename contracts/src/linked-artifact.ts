import {
  bigIntToVmNumber,
  binsAreEqual,
  encodeDataPush,
  flattenBinArray,
  hash256,
  hexToBin,
  OpcodesBchSpec,
} from '@bitauth/libauth';

/** A parameter of a contract or an argument of a function, with its type in CashScript. */
export interface Input {
  readonly name: string;
  readonly type: string;
}

/** A function as callers see it. */
export interface LinkedFunction {
  readonly name: string;
  readonly inputs: readonly Input[];
}

/** Code that was compiled by itself: one function, or several that a selector chooses from. */
export interface LinkedCode {
  /** In the order of their selectors; code of one function takes none. */
  readonly functions: readonly LinkedFunction[];
  /** Names of the contract's parameters that it uses, in their order. Their pushes are in front of the bytecode, the last one first. */
  readonly parameters: readonly string[];
  /** Hex. */
  readonly bytecode: string;
}

/** A contract whose address shows the code of one function and hides all other code behind a hash. */
export interface LinkedArtifact {
  readonly contractName: string;
  readonly constructorInputs: readonly Input[];
  /**
   * The last two parameters, in their order, where the script begins with their pushes, the last one first. The shown code finds them on
   * the stack. Each hidden code gets the script instead, by the frame.
   */
  readonly front?: readonly [string, string];
  readonly shown: LinkedCode;
  /**
   * Where the shown function takes several arguments, one code. Where it takes none or one, as many as there are; each has a hash of its
   * own.
   */
  readonly hidden: readonly LinkedCode[];
  readonly compiler: { readonly name: string; readonly version: string };
}

/** How a function of a linked contract is called. */
export interface LinkedCall {
  /** What follows the arguments in the unlocking bytecode: pushes, the redeem script last. */
  readonly tail: Uint8Array;
  /** What signatures in the function cover: the redeem script, or the hidden code that runs (CHIP Functions, 3.4). */
  readonly covered: Uint8Array;
}

/** A linked contract with its parameters. */
export interface LinkedScript {
  readonly redeemScript: Uint8Array;
  /** Returns how a function is called; undefined where there is none of this name. */
  readonly call: (name: string) => LinkedCall | undefined;
}

const OP = OpcodesBchSpec;
/** Runs the code on top of the stack. */
const RUN = [OP.OP_0, OP.OP_DEFINE, OP.OP_0, OP.OP_INVOKE];
const HASH_PUSH = 32;
/** A push of more bytes has an opcode before its length. */
const LONGEST_SHORT_PUSH = 75;

/** What is around the hash in a linked script: before it, and between it and the shown code. */
interface Frame {
  readonly before: Uint8Array;
  readonly behind: Uint8Array;
}

/** An empty stack runs the shown code. Else: hashes before, hashes behind, code. */
const MANY_HASHES: Frame = {
  before: Uint8Array.of(
    ...[OP.OP_DEPTH, OP.OP_IF, OP.OP_DUP, OP.OP_0, OP.OP_DEFINE, OP.OP_HASH256],
    ...[OP.OP_SWAP, OP.OP_CAT, OP.OP_CAT, OP.OP_HASH256, HASH_PUSH],
  ),
  behind: Uint8Array.of(OP.OP_EQUALVERIFY, OP.OP_0, OP.OP_INVOKE, OP.OP_ELSE),
};

/** The same for a shown function with one argument: a stack of one item runs it. */
const MANY_BESIDE_ONE: Frame = {
  before: Uint8Array.of(OP.OP_DEPTH, OP.OP_1SUB, ...MANY_HASHES.before.slice(1)),
  behind: MANY_HASHES.behind,
};

/** The hidden code on top of the stack runs; with any other top the shown code does. */
const ONE_HASH: Frame = {
  before: Uint8Array.of(OP.OP_DUP, OP.OP_HASH256, HASH_PUSH),
  behind: Uint8Array.of(OP.OP_EQUAL, OP.OP_IF, ...RUN, OP.OP_ELSE),
};

/** Behind the pushes of two parameters: a stack of these alone runs the shown code, and hidden code gets the script in their place. */
const MANY_BEHIND_TWO: Frame = {
  before: Uint8Array.of(
    ...[OP.OP_DEPTH, OP.OP_2, OP.OP_NUMNOTEQUAL, OP.OP_IF, OP.OP_2DROP],
    ...MANY_HASHES.before.slice(2),
  ),
  behind: Uint8Array.of(OP.OP_EQUALVERIFY, OP.OP_ACTIVEBYTECODE, OP.OP_0, OP.OP_INVOKE, OP.OP_ELSE),
};

const framed = ({ before, behind }: Frame, hash: Uint8Array, shown: Uint8Array): Uint8Array =>
  flattenBinArray([before, hash, behind, shown, Uint8Array.of(OP.OP_ENDIF)]);

/** Of several codes: the hash of all their hashes, one behind the other. */
const rootOf = (hashes: readonly Uint8Array[]): Uint8Array => hash256(flattenBinArray([...hashes]));

/** What a linked script shows of itself. */
export interface LinkedParts {
  /** Whether each hidden code has a hash of its own. */
  readonly hasManyHashes: boolean;
  /** That of the hidden code, or of all their hashes. */
  readonly hash: Uint8Array;
  /** The shown code, after the pushes of its parameters. */
  readonly shown: Uint8Array;
}

/** Cuts off two pushes of up to 75 bytes; undefined where a script does not begin with two. */
const behindTwoPushes = (script: Uint8Array): Uint8Array | undefined => {
  let at = 0;
  for (let pushes = 0; pushes < 2; pushes += 1) {
    const length = script[at] ?? 0;
    if (length < 1 || length > LONGEST_SHORT_PUSH) return undefined;
    at += 1 + length;
  }
  return script.slice(at);
};

/** Reads a linked script; undefined of any other script. */
export const readLinkedScript = (script: Uint8Array): LinkedParts | undefined => {
  const behind = behindTwoPushes(script);
  const parts = behind && readFramed(behind, [MANY_BEHIND_TWO]);
  return parts ?? readFramed(script, [ONE_HASH, MANY_HASHES, MANY_BESIDE_ONE]);
};

const readFramed = (script: Uint8Array, frames: readonly Frame[]): LinkedParts | undefined => {
  for (const frame of frames) {
    const { before, behind } = frame;
    const [hashAt, behindAt] = [before.length, before.length + HASH_PUSH];
    const shownAt = behindAt + behind.length;
    const isFramed =
      binsAreEqual(script.slice(0, hashAt), before) &&
      binsAreEqual(script.slice(behindAt, shownAt), behind) &&
      script.length > shownAt &&
      script.at(-1) === OP.OP_ENDIF;
    if (!isFramed) continue;
    const [hash, shown] = [script.slice(hashAt, behindAt), script.slice(shownAt, -1)];
    return { hasManyHashes: frame !== ONE_HASH, hash, shown };
  }
  return undefined;
};

/**
 * Returns what signatures cover in an input of a script hash: the hidden code where the script runs it (CHIP Functions, 3.4), else
 * the script. Reads nothing but what the input pushes.
 *
 * @param pushes of the unlocking bytecode, the script last
 * @returns undefined where nothing is pushed
 */
export const coveredCode = (pushes: readonly Uint8Array[]): Uint8Array | undefined => {
  const script = pushes.at(-1);
  const parts = script && readLinkedScript(script);
  const code = pushes.at(-2);
  if (parts === undefined || code === undefined) return script;
  const otherHashes = parts.hasManyHashes ? pushes.slice(-4, -2) : [];
  const [before = new Uint8Array(), behind = new Uint8Array()] = otherHashes;
  const hash = hash256(code);
  return binsAreEqual(parts.hash, parts.hasManyHashes ? rootOf([before, hash, behind]) : hash) ? code : script;
};

/** What is around the hash of hidden codes; undefined where the shown function takes too many arguments for so many. */
const frameOf = (
  { shown: { functions }, front }: Pick<LinkedArtifact, 'shown' | 'front'>,
  hidden: number,
): Frame | undefined => {
  const most = Math.max(...functions.map(({ inputs }) => inputs.length));
  if (front !== undefined) return most === 0 ? MANY_BEHIND_TWO : undefined;
  if (most === 0) return MANY_HASHES;
  if (hidden === 1) return ONE_HASH;
  return most === 1 && functions.length === 1 ? MANY_BESIDE_ONE : undefined;
};

/**
 * Puts a linked contract's parameters and codes together.
 *
 *     the shown function takes no arguments   DEPTH IF DUP 0 DEFINE HASH256 SWAP CAT CAT HASH256 <root> EQUALVERIFY 0 INVOKE
 *                                             ELSE <shown> ENDIF; root = HASH256 of all HASH256(code), one behind the other
 *     it takes one, and codes are many        the same with DEPTH 1SUB
 *     it takes some, and one code is hidden   DUP HASH256 <hash> EQUAL IF 0 DEFINE 0 INVOKE ELSE <shown> ENDIF
 *     two parameters are in front             <last> <last but one> DEPTH 2 NUMNOTEQUAL IF 2DROP DUP 0 DEFINE HASH256 SWAP CAT CAT
 *                                             HASH256 <root> EQUALVERIFY ACTIVEBYTECODE 0 INVOKE ELSE <shown> ENDIF
 *
 * @param parameters by their names, as stack items
 * @throws RangeError where a parameter is missing, or where the shown function takes several arguments and several codes are hidden
 */
export const linkScript = (
  { contractName, front, shown, hidden }: LinkedArtifact,
  parameters: ReadonlyMap<string, Uint8Array>,
): LinkedScript => {
  const pushesOf = (names: readonly string[]): Uint8Array[] =>
    names
      .map((name) => {
        const value = parameters.get(name);
        if (value === undefined) throw new RangeError(`${contractName} lacks a value for its parameter ${name}`);
        return encodeDataPush(value);
      })
      .reverse();
  const withParameters = ({ parameters: names, bytecode }: LinkedCode): Uint8Array =>
    flattenBinArray([...pushesOf(names), hexToBin(bytecode)]);
  const codes = hidden.map(withParameters);
  const frame = frameOf({ shown, ...(front !== undefined && { front }) }, codes.length);
  const [first] = codes;
  if (first === undefined || frame === undefined)
    throw new RangeError(`${contractName} hides ${codes.length} codes, which its shown function does not allow`);
  const hashes = codes.map((code) => hash256(code));
  const isAlone = frame === ONE_HASH;
  const redeemScript = flattenBinArray([
    ...pushesOf(front ?? []),
    framed(frame, isAlone ? hash256(first) : rootOf(hashes), withParameters(shown)),
  ]);
  const script = encodeDataPush(redeemScript);
  const otherHashes = (at: number): readonly Uint8Array[] =>
    isAlone ? [] : [hashes.slice(0, at), hashes.slice(at + 1)].map((some) => encodeDataPush(flattenBinArray(some)));
  return {
    redeemScript,
    call(name) {
      if (shown.functions.some((each) => each.name === name)) return { tail: script, covered: redeemScript };
      const at = hidden.findIndex(({ functions }) => functions.some((each) => each.name === name));
      const [code, covered] = [hidden[at], codes[at]];
      if (code === undefined || covered === undefined) return undefined;
      const place = code.functions.findIndex((each) => each.name === name);
      const selector = code.functions.length === 1 ? [] : [encodeDataPush(bigIntToVmNumber(BigInt(place)))];
      return { tail: flattenBinArray([...selector, ...otherHashes(at), encodeDataPush(covered), script]), covered };
    },
  };
};
