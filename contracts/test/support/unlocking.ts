import {
  bigIntToVmNumber,
  encodeDataPush,
  flattenBinArray,
  generateSigningSerializationBch,
  hash256,
  secp256k1,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';
import { linkScript, type LinkedArtifact, type LinkedCall } from '../../src/index.js';
import type { Party } from './parties.js';

/** What a signature covers. */
export interface SigningContext {
  readonly transaction: TransactionCommon;
  readonly sourceOutputs: Output[];
  readonly inputIndex: number;
}

export type SignatureScheme = 'schnorr' | 'ecdsa';

/** A signature made when the transaction is sealed. */
export interface SignatureBy {
  readonly signer: Party;
  /** Sighash byte; ALL|UTXOS|FORKID when absent, as wallets sign. */
  readonly sighash?: number;
  /** Schnorr when absent, as wallets sign. */
  readonly scheme?: SignatureScheme;
  /** Spoils the bytes of the signature. */
  readonly reshape?: (signature: Uint8Array) => Uint8Array;
}

export type Argument = Uint8Array | SignatureBy;

/** A linked contract with its parameters, and the function of it that is called. */
export interface LinkedTarget {
  readonly artifact: LinkedArtifact;
  readonly parameters: ReadonlyMap<string, Uint8Array>;
  readonly name: string;
}

/** How an input is spent. */
export type Unlocking =
  | { readonly kind: 'key'; readonly owner: Party; readonly sighash?: number }
  /** A covenant's function: arguments in the order of its declaration; no selector for a contract of one function. */
  | {
      readonly kind: 'call';
      readonly script: Uint8Array;
      readonly selector: bigint | undefined;
      /** Where the contract is linked; its calls have no selector here. */
      readonly linked?: LinkedTarget;
      readonly args: readonly Argument[];
      /** The same contract with another state: scripts whose addresses outputs of the transaction pay. */
      readonly successors?: readonly Uint8Array[];
    }
  | { readonly kind: 'raw'; readonly bytecode: Uint8Array };

export const SIGHASH_ALL_UTXOS = 0x61;

/** A signature with its sighash byte: 65 bytes by Schnorr, 71 or 72 by ECDSA. */
export const sign = (
  party: Party,
  covered: Uint8Array,
  context: SigningContext,
  sighash = SIGHASH_ALL_UTXOS,
  scheme: SignatureScheme = 'schnorr',
): Uint8Array => {
  const preimage = generateSigningSerializationBch(
    { inputIndex: context.inputIndex, sourceOutputs: context.sourceOutputs, transaction: context.transaction },
    { coveredBytecode: covered, signingSerializationType: Uint8Array.of(sighash) },
  );
  const signMessageHash = scheme === 'schnorr' ? secp256k1.signMessageHashSchnorr : secp256k1.signMessageHashDER;
  const signature = signMessageHash(party.privateKey, hash256(preimage));
  if (typeof signature === 'string') throw new Error(signature);
  return Uint8Array.of(...signature, sighash);
};

/** What stands for a signature where only its length matters: Schnorr's is always 65 bytes. */
export const blankSignature: typeof sign = (party, covered, context, sighash, scheme) =>
  scheme === 'ecdsa' ? sign(party, covered, context, sighash, scheme) : new Uint8Array(65);

/** A number as the shortest push of it. */
export const pushNumber = (value: bigint): Uint8Array => {
  if (value === 0n) return Uint8Array.of(0x00);
  return value > 0n && value <= 16n ? Uint8Array.of(0x50 + Number(value)) : encodeDataPush(bigIntToVmNumber(value));
};

/**
 * What follows the arguments of a call, and what signatures in it cover.
 *
 * @throws Error where the contract has no such function
 */
export const callOf = ({ script, selector, linked }: Unlocking & { readonly kind: 'call' }): LinkedCall => {
  if (linked === undefined) {
    const number = selector === undefined ? [] : [pushNumber(selector)];
    return { tail: flattenBinArray([...number, encodeDataPush(script)]), covered: script };
  }
  const call = linkScript(linked.artifact, linked.parameters).call(linked.name);
  if (call === undefined) throw new Error(`${linked.artifact.contractName} has no function ${linked.name}`);
  return call;
};

/** The unlocking bytecode of an input, signed by the given key. */
export const unlock = (unlocking: Unlocking, context: SigningContext, signedBy = sign): Uint8Array => {
  if (unlocking.kind === 'raw') return unlocking.bytecode;
  if (unlocking.kind === 'key') {
    const { owner } = unlocking;
    const signature = signedBy(owner, owner.lockingBytecode, context, unlocking.sighash);
    return flattenBinArray([encodeDataPush(signature), encodeDataPush(owner.publicKey)]);
  }
  const { tail, covered } = callOf(unlocking);
  const values = unlocking.args.map((arg) => {
    if (arg instanceof Uint8Array) return arg;
    const signature = signedBy(arg.signer, covered, context, arg.sighash, arg.scheme);
    return arg.reshape === undefined ? signature : arg.reshape(signature);
  });
  const pushes = values.reverse().map((value) => encodeDataPush(value));
  return flattenBinArray([...pushes, tail]);
};
