import { bigIntToVmNumber, encodeDataPush, flattenBinArray, hash256, hexToBin, OpcodesBchSpec } from '@bitauth/libauth';

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
  readonly shown: LinkedCode;
  /** Where the shown function takes arguments, one code. Where it takes none, as many as there are; each has a hash of its own. */
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

/** An empty stack runs the shown code. Else: hashes before, hashes behind, code. */
const ofManyHashes = (shown: Uint8Array, hidden: readonly Uint8Array[]): Uint8Array =>
  flattenBinArray([
    Uint8Array.of(OP.OP_DEPTH, OP.OP_IF, OP.OP_DUP, OP.OP_0, OP.OP_DEFINE, OP.OP_HASH256),
    Uint8Array.of(OP.OP_SWAP, OP.OP_CAT, OP.OP_CAT, OP.OP_HASH256, HASH_PUSH),
    hash256(flattenBinArray(hidden.map((code) => hash256(code)))),
    Uint8Array.of(OP.OP_EQUALVERIFY, OP.OP_0, OP.OP_INVOKE, OP.OP_ELSE),
    shown,
    Uint8Array.of(OP.OP_ENDIF),
  ]);

/** The hidden code on top of the stack runs; with any other top the shown code does. */
const ofOneHash = (shown: Uint8Array, hidden: Uint8Array): Uint8Array =>
  flattenBinArray([
    Uint8Array.of(OP.OP_DUP, OP.OP_HASH256, HASH_PUSH),
    hash256(hidden),
    Uint8Array.of(OP.OP_EQUAL, OP.OP_IF, ...RUN, OP.OP_ELSE),
    shown,
    Uint8Array.of(OP.OP_ENDIF),
  ]);

const takesArguments = ({ functions }: LinkedCode): boolean => functions.some(({ inputs }) => inputs.length > 0);

/**
 * Puts a linked contract's parameters and codes together.
 *
 *     the shown function takes no arguments   DEPTH IF DUP 0 DEFINE HASH256 SWAP CAT CAT HASH256 <root> EQUALVERIFY 0 INVOKE
 *                                             ELSE <shown> ENDIF; root = HASH256 of all HASH256(code), one behind the other
 *     it takes some                           DUP HASH256 <hash> EQUAL IF 0 DEFINE 0 INVOKE ELSE <shown> ENDIF
 *
 * @param parameters by their names, as stack items
 * @throws RangeError where a parameter is missing, or where the shown function takes arguments and several codes are hidden
 */
export const linkScript = (
  { contractName, shown, hidden }: LinkedArtifact,
  parameters: ReadonlyMap<string, Uint8Array>,
): LinkedScript => {
  const withParameters = ({ parameters: names, bytecode }: LinkedCode): Uint8Array => {
    const pushes = names.map((name) => {
      const value = parameters.get(name);
      if (value === undefined) throw new RangeError(`${contractName} lacks a value for its parameter ${name}`);
      return encodeDataPush(value);
    });
    return flattenBinArray([...pushes.reverse(), hexToBin(bytecode)]);
  };
  const codes = hidden.map(withParameters);
  const [first] = codes;
  const isCalled = takesArguments(shown);
  if (first === undefined || (isCalled && codes.length > 1))
    throw new RangeError(`${contractName} hides ${codes.length} codes, which its shown function does not allow`);
  const redeemScript = isCalled ? ofOneHash(withParameters(shown), first) : ofManyHashes(withParameters(shown), codes);
  const script = encodeDataPush(redeemScript);
  const hashes = codes.map((code) => hash256(code));
  const otherHashes = (at: number): readonly Uint8Array[] =>
    isCalled ? [] : [hashes.slice(0, at), hashes.slice(at + 1)].map((some) => encodeDataPush(flattenBinArray(some)));
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
