import { encodeDataPush, flattenBinArray, hexToBin } from '@bitauth/libauth';
import type { VaultContract } from '../vault-contract.js';

/** A public key and its signature, as they stand in the unlocking bytecode of input 0. */
export interface KeyAndSignature {
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array;
  /** With its sighash type: 65 bytes by Schnorr, up to 72 by ECDSA. */
  readonly signature: Uint8Array;
}

/** Selectors of the covenant's functions, as they are pushed. */
const OP_SPEND = 0x00;
const OP_FOLLOW = 0x51;

export const redeemScriptOf = ({ script }: VaultContract): Uint8Array => hexToBin(script.bytecode);

/**
 * The unlocking bytecode of input 0: arguments last first, the function, the script. Made here because cashscript takes
 * no ECDSA signature shorter than 71 bytes, which one in some hundred is.
 */
export const encodeSpending = (contract: VaultContract, first: KeyAndSignature, second: KeyAndSignature): Uint8Array =>
  flattenBinArray([
    ...[second.signature, second.publicKey, first.signature, first.publicKey].map(encodeDataPush),
    Uint8Array.of(OP_SPEND),
    encodeDataPush(redeemScriptOf(contract)),
  ]);

/** The unlocking bytecode of every further input, which nobody signs. */
export const encodeFollowing = (contract: VaultContract): Uint8Array =>
  flattenBinArray([Uint8Array.of(OP_FOLLOW), encodeDataPush(redeemScriptOf(contract))]);
