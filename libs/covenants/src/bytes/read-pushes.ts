import { authenticationInstructionsAreMalformed, decodeAuthenticationInstructions } from '@bitauth/libauth';

/** Returns what a bytecode pushes, bottom first; small numbers as one byte. Nothing of a malformed one. */
export const pushesOf = (bytecode: Uint8Array): readonly Uint8Array[] => {
  const instructions = decodeAuthenticationInstructions(bytecode);
  if (authenticationInstructionsAreMalformed(instructions)) return [];
  return instructions.map((instruction) => {
    if ('data' in instruction) return instruction.data;
    const small = instruction.opcode - 0x50;
    return small >= 1 && small <= 16 ? Uint8Array.of(small) : new Uint8Array();
  });
};
