import { bigIntToVmNumber, encodeLockingBytecodeP2sh32, hash256, hexToBin } from '@bitauth/libauth';
import { type Artifact, Contract, Network, type NetworkProvider } from 'cashscript';
import { companionArtifact, linkScript, type LinkedArtifact } from '../../src/index.js';
import type { LinkedTarget, Unlocking } from './unlocking.js';

const offline = (): Promise<never> => Promise.reject(new Error('These tests know no network'));

/** What cashscript's `Contract` asks for to be instantiated. */
export const offlineProvider: NetworkProvider = {
  network: Network.CHIPNET,
  getUtxos: offline,
  getBlockHeight: offline,
  getRawTransaction: offline,
  sendRawTransaction: offline,
};

/** The redeem script of a covenant with its parameters. */
export const scriptOf = (artifact: Artifact, args: readonly (Uint8Array | bigint | boolean)[] = []): Uint8Array =>
  hexToBin(new Contract(artifact, [...args], { provider: offlineProvider }).bytecode);

/** A linked contract with its parameters. */
export interface LinkedContract extends Omit<LinkedTarget, 'name'> {
  readonly script: Uint8Array;
}

/** Links a contract with arguments in the order of its constructor's inputs. */
export const linkedOf = (artifact: LinkedArtifact, args: readonly (Uint8Array | bigint)[]): LinkedContract => {
  const parameters = new Map(
    artifact.constructorInputs.map(({ name }, i) => {
      const value = args[i];
      if (value === undefined) throw new Error(`${artifact.contractName} lacks an argument for ${name}`);
      return [name, typeof value === 'bigint' ? bigIntToVmNumber(value) : value] as const;
    }),
  );
  return { artifact, parameters, script: linkScript(artifact, parameters).redeemScript };
};

/** The locking bytecode of a redeem script. */
export const lockOf = (script: Uint8Array): Uint8Array => encodeLockingBytecodeP2sh32(hash256(script));

/** A script without parameters: one for all that use it. */
export interface UniversalScript {
  readonly script: Uint8Array;
  readonly lockingBytecode: Uint8Array;
  readonly unlocking: Unlocking & { readonly kind: 'call' };
}

export const universal = (artifact: Artifact): UniversalScript => {
  const script = scriptOf(artifact);
  return {
    script,
    lockingBytecode: lockOf(script),
    unlocking: { kind: 'call', script, selector: undefined, args: [] },
  };
};

/** The script of the tokens beside the lanes of all campaigns. */
export const COMPANION = universal(companionArtifact);
