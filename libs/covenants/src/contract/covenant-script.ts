import { encodeLockingBytecodeP2sh32, flattenBinArray, hash256, lockingBytecodeToCashAddress } from '@bitauth/libauth';
import {
  Contract,
  encodeFunctionArgument,
  SignatureTemplate,
  utils,
  type Artifact,
  type ConstructorArgument,
  type FunctionArgument,
  type Unlocker,
} from 'cashscript';
import { addressPrefix, type Network } from '../chain/network.js';
import { offlineProvider } from './instance.js';

/** A covenant's script on a network: where it lies, and how it is spent. */
export interface CovenantScript {
  /** P2SH32, token-aware. */
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  readonly redeemScript: Uint8Array;
  /**
   * Returns the unlocker of a function. Its arguments are placeholders and constants, so its bytecode is made once,
   * for sizing and building.
   *
   * @throws RangeError where the covenant has no such function
   */
  readonly unlock: (name: string, args?: readonly FunctionArgument[]) => Unlocker;
}

/** The compiled code of each covenant, by its text: CashScript reads it again for each contract, some thousand words. */
const codes = new Map<string, Uint8Array>();

const codeOf = ({ bytecode }: Pick<Artifact, 'bytecode'>): Uint8Array => {
  const code = codes.get(bytecode) ?? utils.asmToBytecode(bytecode);
  codes.set(bytecode, code);
  return code;
};

const encoded = (arg: ConstructorArgument, type: string): Uint8Array => {
  const bytes = encodeFunctionArgument(arg, type);
  if (bytes instanceof SignatureTemplate) throw new RangeError('No covenant is made of a signature');
  return bytes;
};

/** Returns the token-aware address of a locking bytecode. */
export const addressAt = (bytecode: Uint8Array, network: Network): string => {
  const encoded = lockingBytecodeToCashAddress({ bytecode, prefix: addressPrefix(network), tokenSupport: true });
  if (typeof encoded === 'string') throw new Error(`A script has no address: ${encoded}`);
  return encoded.address;
};

const fixed = (unlocker: Unlocker): Unlocker => {
  let bytecode: Uint8Array | undefined;
  return {
    ...unlocker,
    generateUnlockingBytecode: (options) => (bytecode ??= unlocker.generateUnlockingBytecode(options)),
  };
};

/**
 * Creates the script of a covenant: its arguments, the last one first, before its code. It is what CashScript's `Contract`
 * makes, in a fiftieth of the time; that one is made when something is built.
 */
export const createCovenantScript = (
  artifact: Artifact,
  args: readonly ConstructorArgument[],
  network: Network,
): CovenantScript => {
  const pushes = args.map((arg, index) => encoded(arg, artifact.constructorInputs[index]?.type ?? ''));
  const redeemScript = flattenBinArray([utils.scriptToBytecode(pushes.reverse()), codeOf(artifact)]);
  const lockingBytecode = encodeLockingBytecodeP2sh32(hash256(redeemScript));
  let contract: Contract | undefined;
  return {
    address: addressAt(lockingBytecode, network),
    lockingBytecode,
    redeemScript,
    unlock(name, functionArgs = []) {
      contract ??= new Contract(artifact, [...args], { provider: offlineProvider(network) });
      const unlock = contract.unlock[name];
      if (unlock === undefined) throw new RangeError(`${artifact.contractName} has no function ${name}`);
      return fixed(unlock(...functionArgs));
    },
  };
};
