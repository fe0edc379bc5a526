import {
  authenticationInstructionsAreMalformed,
  decodeAuthenticationInstructions,
  binToHex,
  hexToBin,
  OpcodesBchSpec,
} from '@bitauth/libauth';
import { literal } from '../terms/bytes.js';
import { int } from '../terms/int.js';
import { bytesItem, intItem, type Item } from './item.js';

/** One instruction: an opcode by its name, or what it pushes. */
export type Instruction =
  | { readonly kind: 'opcode'; readonly name: string }
  | { readonly kind: 'push'; readonly item: Item };

const NAMES: Readonly<Record<number, string>> = OpcodesBchSpec;

/** Reads the bytecode of a linked code. @throws Error where it is malformed */
export const parseCode = (hex: string): readonly Instruction[] => {
  const instructions = decodeAuthenticationInstructions(hexToBin(hex));
  if (authenticationInstructionsAreMalformed(instructions)) throw new Error('The code is malformed');
  const words = instructions.map((instruction) =>
    'data' in instruction && instruction.data.length > 0
      ? binToHex(instruction.data)
      : (NAMES[instruction.opcode] ?? `OP_UNKNOWN${instruction.opcode}`),
  );
  return parseScript(words.join(' '));
};

const NUMBER = /^OP_(1NEGATE|\d+)$/u;

/** Reads the bytecode of an artifact: opcodes by their names, pushes in hex. */
export const parseScript = (bytecode: string): readonly Instruction[] =>
  bytecode.split(' ').flatMap((word): Instruction[] => {
    if (word === '') return [];
    if (!word.startsWith('OP_')) return [{ kind: 'push', item: bytesItem(literal(hexToBin(word))) }];
    const number = NUMBER.exec(word)?.[1];
    if (number === undefined) return [{ kind: 'opcode', name: word }];
    return [{ kind: 'push', item: intItem(int(number === '1NEGATE' ? -1 : Number(number))) }];
  });
