import { decodeAuthenticationInstructions } from '@bitauth/libauth';

/** The pushes of an unlocking bytecode, bottom first; small numbers as their bytes. */
const unlockingPushes = (bytecode: Uint8Array): Uint8Array[] =>
  decodeAuthenticationInstructions(bytecode).map((instruction) => {
    if ('data' in instruction) return instruction.data;
    const small = instruction.opcode - 0x50;
    return small >= 1 && small <= 16 ? Uint8Array.of(small) : new Uint8Array();
  });

/** A covenant's call: which function, and its arguments in the order of its declaration. */
export interface CovenantCall {
  readonly selector: number;
  readonly args: readonly Uint8Array[];
}

/** Reads a call of a covenant of several functions: arguments last first, then the selector, then the script. */
export const covenantCall = (unlockingBytecode: Uint8Array): CovenantCall => {
  const pushes = unlockingPushes(unlockingBytecode);
  return { selector: pushes.at(-2)?.[0] ?? 0, args: pushes.slice(0, -2).reverse() };
};
