import { createVirtualMachineBch2026, encodeDataPush, flattenBinArray, hexToBin, OpcodesBch } from '@bitauth/libauth';
import { Chance } from '@weir/testing';
import { takesPath } from '../../src/evaluate/evaluate.js';
import { worldOf } from '../../src/evaluate/world.js';
import { executeScript, given } from '../../src/execute/execute.js';
import { bytesItem } from '../../src/execute/item.js';
import { NotModelled } from '../../src/execute/machine.js';
import { whole } from '../../src/terms/bytes.js';
import { isSigned, pushWord, randomScript } from './random-script.js';
import { randomTransaction } from './random-transaction.js';

const vm = createVirtualMachineBch2026(false);
const OPCODES = new Map<string, number | string>(Object.entries(OpcodesBch));

const wordBytes = (word: string): Uint8Array => {
  const opcode = OPCODES.get(word);
  return typeof opcode === 'number' ? Uint8Array.of(opcode) : encodeDataPush(hexToBin(word));
};

const scriptOf = (words: readonly string[]): Uint8Array => flattenBinArray(words.map(wordBytes));

/** Ends of scripts by limits that the executor leaves out. */
const LIMIT = /cost|densit|digest|limit|too (?:long|large)|maximum/iu;

/** How often what came out. */
export interface Agreement {
  accepted: number;
  refused: number;
  /** The script ended by a limit of its resources. */
  limited: number;
  /** The executor does not model what the script does, and says so. */
  notModelled: number;
  /** Not exact: only that the executor accepts what the VM accepts was compared. */
  inexact: number;
  /** Of the scripts compared: how many have more than one path. */
  branched: number;
  readonly disagreements: string[];
}

/**
 * Compares the executor with libauth's VM on random scripts in random transactions: the VM accepts exactly where the
 * conditions of one path hold, and of no other.
 */
export const agreeOnScripts = (seed: number, count: number): Agreement => {
  const chance = new Chance(seed);
  const result: Agreement = {
    accepted: 0,
    refused: 0,
    limited: 0,
    notModelled: 0,
    inexact: 0,
    branched: 0,
    disagreements: [],
  };
  for (let i = 0; i < count; i += 1) {
    const { words, given: pushed, isExact } = randomScript(chance);
    const script = scriptOf(words);
    const { transaction, coins, inputIndex } = randomTransaction(chance, script);
    const unlockingBytecode = scriptOf(pushed.map(pushWord));
    const inputs = transaction.inputs.map((input, at) => (at === inputIndex ? { ...input, unlockingBytecode } : input));
    const state = vm.evaluate({ inputIndex, sourceOutputs: [...coins], transaction: { ...transaction, inputs } });
    const verdict = vm.stateSuccess(state);
    if (typeof verdict === 'string' && LIMIT.test(verdict)) {
      result.limited += 1;
      continue;
    }
    try {
      const paths = executeScript(
        words.join(' '),
        pushed.map((_, at) => bytesItem(whole(given(`given ${at}`)))),
      );
      const bytes = Object.fromEntries(pushed.map((each, at) => [`given ${at}`, each]));
      const world = worldOf({ ...transaction, inputs }, coins, inputIndex, {
        bytes: { ...bytes, activeBytecode: script },
        signed: isSigned,
      });
      const taken = paths.filter(({ conditions }) => takesPath(conditions, world)).length;
      if (paths.length > 1) result.branched += 1;
      if (!isExact) result.inexact += 1;
      const accepted = verdict === true;
      const agrees = isExact ? taken === (accepted ? 1 : 0) : !accepted || taken === 1;
      if (accepted) result.accepted += 1;
      else result.refused += 1;
      if (!agrees)
        result.disagreements.push(
          `script ${i} of seed ${seed}: the VM says ${String(verdict)}, ${taken} paths of ${paths.length} hold: ${words.join(' ')}`,
        );
    } catch (error) {
      if (!(error instanceof NotModelled))
        throw new Error(`script ${i} of seed ${seed}: ${words.join(' ')}`, { cause: error });
      result.notModelled += 1;
    }
  }
  return result;
};
