import { encodeDataPush, flattenBinArray, hexToBin } from '@bitauth/libauth';
import type { VaultContract } from '../vault-contract.js';

/** A public key and its signature, as the unlocking bytecode of input 0 holds them. */
export interface KeyAndSignature {
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array;
  /** Includes its sighash type: 65 bytes by Schnorr, up to 72 by ECDSA. */
  readonly signature: Uint8Array;
}

/** Selectors of the covenant's functions, as opcodes. */
const OP_SPEND = 0x00;
const OP_FOLLOW = 0x51;

/** Returns the redeem script of a vault. */
export const redeemScriptOf = ({ script }: VaultContract): Uint8Array => hexToBin(script.bytecode);

/**
 * Encodes the unlocking bytecode of input 0: the arguments, last one first, the function, the script. CashScript
 * would not do: it accepts no ECDSA signature shorter than 71 bytes, which about one in a hundred is.
 */
export const encodeSpending = (contract: VaultContract, first: KeyAndSignature, second: KeyAndSignature): Uint8Array =>
  flattenBinArray([
    ...[second.signature, second.publicKey, first.signature, first.publicKey].map(encodeDataPush),
    Uint8Array.of(OP_SPEND),
    encodeDataPush(redeemScriptOf(contract)),
  ]);

/** Encodes the unlocking bytecode of every further input, which nobody signs. */
export const encodeFollowing = (contract: VaultContract): Uint8Array =>
  flattenBinArray([Uint8Array.of(OP_FOLLOW), encodeDataPush(redeemScriptOf(contract))]);
