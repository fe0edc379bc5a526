import {
  binsAreEqual,
  encodeDataPush,
  encodeLockingBytecodeP2sh32,
  flattenBinArray,
  hash256,
  lockingBytecodeToCashAddress,
} from '@bitauth/libauth';
import {
  Contract,
  encodeFunctionArgument,
  SignatureTemplate,
  utils,
  type Artifact,
  type ConstructorArgument,
  type FunctionArgument,
  type Unlocker,
  type WcContractInfo,
} from 'cashscript';
import { linkScript, type LinkedArtifact } from '@weir/contracts';
import { pushesOf } from '../bytes/read-pushes.js';
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

const encoded = (arg: ConstructorArgument | FunctionArgument, type: string): Uint8Array => {
  const bytes = encodeFunctionArgument(arg, type);
  if (bytes instanceof SignatureTemplate) throw new RangeError('A covenant takes placeholders, which wallets fill in');
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

/** What wallets read of a contract's input: its name, and what a signature in it covers. */
export type WalletContract = WcContractInfo['contract'];

/** An unlocker of a linked covenant. CashScript's builder knows no such contracts, so it says itself what wallets read. */
export interface LinkedUnlocker extends Unlocker {
  readonly walletContract: WalletContract;
}

/** Whether an unlocker is one of a linked covenant. */
export const isLinkedUnlocker = (unlocker: Unlocker): unlocker is LinkedUnlocker => 'walletContract' in unlocker;

/** A linked covenant's script, and the reader of its calls. */
export interface LinkedCovenantScript extends CovenantScript {
  /**
   * Reads a call of it: the function, and its arguments in the order of their declaration. Undefined where an unlocking bytecode
   * does not end in this script.
   */
  readonly readCall: (unlockingBytecode: Uint8Array) => LinkedCovenantCall | undefined;
}

/** A call of a linked covenant. */
export interface LinkedCovenantCall {
  readonly name: string;
  readonly args: readonly Uint8Array[];
}

const endsWith = (bytecode: Uint8Array, end: Uint8Array): boolean =>
  bytecode.length >= end.length && binsAreEqual(bytecode.subarray(bytecode.length - end.length), end);

/**
 * Creates the script of a linked covenant. In a call of hidden code a signature covers that code, so the request shows wallets that code as
 * the redeem script.
 *
 * @throws RangeError where an argument does not have the type of its parameter
 */
export const createLinkedScript = (
  artifact: LinkedArtifact,
  args: readonly ConstructorArgument[],
  network: Network,
): LinkedCovenantScript => {
  const { contractName, constructorInputs, compiler } = artifact;
  const parameters = new Map(
    constructorInputs.map(({ name, type }, index) => {
      const arg = args[index];
      if (arg === undefined) throw new RangeError(`${contractName} lacks an argument for ${name}`);
      return [name, encoded(arg, type)] as const;
    }),
  );
  const { redeemScript, call } = linkScript(artifact, parameters);
  const lockingBytecode = encodeLockingBytecodeP2sh32(hash256(redeemScript));
  const functions = [artifact.shown, ...artifact.hidden].flatMap((code) => code.functions);
  const walletArtifact = {
    contractName,
    constructorInputs,
    abi: functions,
    compiler,
    bytecode: '',
    source: '',
    updatedAt: '',
  };
  const [shown, ...hidden] = functions.map(({ name }) => ({ name, tail: call(name)?.tail ?? new Uint8Array() }));
  return {
    address: addressAt(lockingBytecode, network),
    lockingBytecode,
    redeemScript,
    unlock(name, functionArgs = []): LinkedUnlocker {
      const [called, tail] = [functions.find((each) => each.name === name), call(name)];
      if (called === undefined || tail === undefined) throw new RangeError(`${contractName} has no function ${name}`);
      if (called.inputs.length !== functionArgs.length)
        throw new RangeError(
          `${contractName}.${name} takes ${called.inputs.length} arguments, received ${functionArgs.length}`,
        );
      const pushes = functionArgs.map((arg, index) => encodeDataPush(encoded(arg, called.inputs[index]?.type ?? '')));
      const bytecode = flattenBinArray([...pushes.reverse(), tail.tail]);
      return {
        generateLockingBytecode: () => lockingBytecode,
        generateUnlockingBytecode: () => bytecode,
        walletContract: { abiFunction: called, redeemScript: tail.covered, artifact: walletArtifact },
      };
    },
    readCall(unlockingBytecode) {
      const found = hidden.find(({ tail }) => endsWith(unlockingBytecode, tail)) ?? shown;
      if (found === undefined || !endsWith(unlockingBytecode, found.tail)) return undefined;
      const pushes = pushesOf(unlockingBytecode.slice(0, unlockingBytecode.length - found.tail.length));
      return { name: found.name, args: [...pushes].reverse() };
    },
  };
};
