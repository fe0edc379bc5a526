import {
  type AuthenticationInstruction,
  authenticationInstructionsAreMalformed,
  binsAreEqual,
  decodeAuthenticationInstructions,
  encodeLockingBytecodeP2sh32,
  hash256,
  vmNumberToBigInt,
} from '@bitauth/libauth';
import { coveredCode, type LinkedArtifact, type LinkedCode, readLinkedScript } from '@weir/contracts';
import { readHex } from '../bytes/read-bytes.js';
import { pushesOf } from '../bytes/read-pushes.js';

/** OP_16, the last opcode that pushes something. */
const LAST_PUSH = 0x60;

/** Whether an instruction pushes something, a small number included. */
const isPush = ({ opcode }: AuthenticationInstruction): boolean => opcode <= LAST_PUSH;

/** Whether bytes are a code behind the pushes of its parameters. */
const isCode = (bytes: Uint8Array, { parameters, bytecode }: LinkedCode): boolean => {
  const code = readHex(bytecode);
  const length = bytes.length - (code?.length ?? 0);
  if (code === undefined || length < 0 || !binsAreEqual(bytes.subarray(length), code)) return false;
  const instructions = decodeAuthenticationInstructions(bytes.slice(0, length));
  return (
    !authenticationInstructionsAreMalformed(instructions) &&
    instructions.length === parameters.length &&
    instructions.every(isPush)
  );
};

/** A call of a linked contract's script, by what the input pushes. */
export interface LinkedScriptCall<Product> {
  readonly product: Product;
  /** Where the script lies. */
  readonly lockingBytecode: Uint8Array;
  /** Name of the function. Undefined where hidden code runs that is of no function of the product, or the arguments are too many. */
  readonly call: string | undefined;
}

/** Whether the hidden codes of a contract have a hash each: only one beside a function with arguments is hashed by itself. */
const hasManyHashes = ({ shown, hidden }: LinkedArtifact): boolean =>
  hidden.length > 1 || shown.functions.every(({ inputs }) => inputs.length === 0);

/** Pushes behind the selector: code and script, and the hashes of the other codes where there are many. */
const behindSelector = (artifact: LinkedArtifact): number => (hasManyHashes(artifact) ? 4 : 2);

/**
 * Returns the function that hidden code of a contract runs.
 *
 * @param selector the number of the function, where the code has several
 */
const hiddenCall = (
  { hidden }: LinkedArtifact,
  code: Uint8Array,
  selector: Uint8Array | undefined,
): string | undefined => {
  const functions = hidden.find((each) => isCode(code, each))?.functions ?? [];
  const number = functions.length === 1 ? 0 : selector && vmNumberToBigInt(selector);
  return typeof number === 'string' || number === undefined ? undefined : functions[Number(number)]?.name;
};

/**
 * Recognizes an input that spends by the script of a linked contract, from what it pushes; undefined for any script that does not show
 * the code of one of the products, in every byte but its parameters. A script shows a hash alone of its other functions: only the
 * funding says whose it is.
 */
export const readLinkedCall = <Product>(
  unlockingBytecode: Uint8Array,
  products: readonly Product[],
  artifactOf: (product: Product) => LinkedArtifact,
): LinkedScriptCall<Product> | undefined => {
  const pushes = pushesOf(unlockingBytecode);
  const [script, covered] = [pushes.at(-1), coveredCode(pushes)];
  const linked = script && readLinkedScript(script);
  if (script === undefined || covered === undefined || linked === undefined) return undefined;
  const product = products.find((each) => {
    const artifact = artifactOf(each);
    return linked.hasManyHashes === hasManyHashes(artifact) && isCode(linked.shown, artifact.shown);
  });
  if (product === undefined) return undefined;
  const artifact = artifactOf(product);
  const lockingBytecode = encodeLockingBytecodeP2sh32(hash256(script));
  if (covered !== script) {
    const selector = pushes.at(-1 - behindSelector(artifact));
    return { product, lockingBytecode, call: hiddenCall(artifact, covered, selector) };
  }
  const shown = artifact.shown.functions.find(({ inputs }) => pushes.length === inputs.length + 1);
  return { product, lockingBytecode, call: shown?.name };
};
