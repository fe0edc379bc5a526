import {
  authenticationInstructionsAreMalformed,
  binsAreEqual,
  decodeAuthenticationInstructions,
} from '@bitauth/libauth';
import type { VaultContract } from '../vault-contract.js';
import { redeemScriptOf, type KeyAndSignature } from './vault-unlocking.js';

/** Returns the data that an unlocking bytecode pushes, in order; undefined when it does anything else. */
const pushesOf = (bytecode: Uint8Array): Uint8Array[] | undefined => {
  const instructions = decodeAuthenticationInstructions(bytecode);
  if (authenticationInstructionsAreMalformed(instructions)) return undefined;
  const pushes = instructions.flatMap((instruction) => ('data' in instruction ? [instruction.data] : []));
  return pushes.length === instructions.length ? pushes : undefined;
};

/** Reads the keys and signatures of an input 0, whoever made them; undefined when it is no spend of this vault. */
export const readSpending = (contract: VaultContract, bytecode: Uint8Array): readonly KeyAndSignature[] | undefined => {
  const pushes = pushesOf(bytecode);
  if (pushes?.length !== 6) return undefined;
  const [secondSignature, secondKey, firstSignature, firstKey, selector, script] = pushes;
  if (
    secondSignature === undefined ||
    secondKey === undefined ||
    firstSignature === undefined ||
    firstKey === undefined
  )
    return undefined;
  if (selector?.length !== 0 || script === undefined || !binsAreEqual(script, redeemScriptOf(contract)))
    return undefined;
  return [
    { publicKey: firstKey, signature: firstSignature },
    { publicKey: secondKey, signature: secondSignature },
  ];
};
