import { and, atMost, equal, implies, less, not } from '../terms/bool.js';
import { category, shapes, EMPTY, whole } from '../terms/bytes.js';
import { field, int, power, read, remainder, divide, ZERO } from '../terms/int.js';
import type { Field, Source } from '../terms/term.js';
import type { Machine } from './machine.js';
import type { Opcode } from './stack-opcodes.js';

/** Takes the index of an input or output, which must be one of the transaction. */
const popIndex = (machine: Machine, of: 'inputCount' | 'outputCount') => {
  const index = machine.popInt();
  machine.require(and(atMost(ZERO, index), less(index, field(of))));
  return index;
};

const numberOfInput =
  (name: Field): Opcode =>
  (machine) =>
    machine.pushInt(field(name, popIndex(machine, 'inputCount')));

const numberOfOutput =
  (name: Field): Opcode =>
  (machine) =>
    machine.pushInt(field(name, popIndex(machine, 'outputCount')));

const bytesOfInput =
  (source: Source): Opcode =>
  (machine) =>
    machine.pushBytes(whole(read(source, popIndex(machine, 'inputCount'))));

const bytesOfOutput =
  (source: Source): Opcode =>
  (machine) =>
    machine.pushBytes(whole(read(source, popIndex(machine, 'outputCount'))));

const numberOfTransaction =
  (name: Field): Opcode =>
  (machine) =>
    machine.pushInt(field(name));

const LOCKTIME_THRESHOLD = int(500_000_000);
const FINAL_SEQUENCE = int(0xffff_ffff);

/**
 * The locktime is at least the number on top, of its kind (a height or a time), and binding: the input's sequence is not
 * final. The number stays.
 */
const checkLocktime: Opcode = (machine) => {
  const item = machine.peek(0);
  const least = machine.popInt();
  machine.push(item);
  const locktime = field('locktime');
  machine.require(and(atMost(ZERO, least), less(least, power(39))));
  const isHeight = less(locktime, LOCKTIME_THRESHOLD);
  const asksHeight = less(least, LOCKTIME_THRESHOLD);
  machine.require(not(and(isHeight, not(asksHeight))));
  machine.require(not(and(not(isHeight), asksHeight)));
  machine.require(atMost(least, locktime));
  machine.require(not(equal(field('sequence', machine.setting.activeIndex), FINAL_SEQUENCE)));
};

const DISABLED = power(31);
const TYPE = power(22);
const bit = (value: ReturnType<typeof field>, of: typeof TYPE) => remainder(divide(value, of), int(2));

/**
 * The relative lock of the input is at least the number on top, and of its kind; a number whose bit 31 is set demands
 * nothing. The number stays.
 */
const checkSequence: Opcode = (machine) => {
  const item = machine.peek(0);
  const least = machine.popInt();
  machine.push(item);
  const sequence = field('sequence', machine.setting.activeIndex);
  machine.require(and(atMost(ZERO, least), less(least, power(39))));
  const demands = equal(bit(least, DISABLED), ZERO);
  const isBinding = and(atMost(int(2), field('version')), less(sequence, DISABLED));
  const isOfKind = equal(bit(least, TYPE), bit(sequence, TYPE));
  const isLater = atMost(remainder(least, int(65_536)), remainder(sequence, int(65_536)));
  machine.require(implies(demands, and(isBinding, isOfKind, isLater)));
};

/** A commitment: of a coin or output without an NFT there is none, an empty string. */
const commitment =
  (of: 'utxo' | 'output'): Opcode =>
  (machine) => {
    const index = popIndex(machine, of === 'utxo' ? 'inputCount' : 'outputCount');
    const kind = field(of === 'utxo' ? 'utxoTokenKind' : 'outputTokenKind', index);
    const own = of === 'utxo' && index === machine.setting.activeIndex;
    const text = whole(
      read(
        of === 'utxo' ? 'utxoCommitment' : 'outputCommitment',
        index,
        own ? machine.setting.commitmentLength : undefined,
      ),
    );
    machine.pushBytes(
      shapes([
        [not(equal(kind, ZERO)), text],
        [equal(kind, ZERO), EMPTY],
      ]),
    );
  };

/** Opcodes that read the transaction. */
export const TRANSACTION_OPCODES: Readonly<Record<string, Opcode>> = {
  OP_INPUTINDEX: (machine) => machine.pushInt(machine.setting.activeIndex),
  OP_ACTIVEBYTECODE: (machine) => machine.pushBytes(whole(machine.setting.active)),
  OP_TXVERSION: numberOfTransaction('version'),
  OP_TXINPUTCOUNT: numberOfTransaction('inputCount'),
  OP_TXOUTPUTCOUNT: numberOfTransaction('outputCount'),
  OP_TXLOCKTIME: numberOfTransaction('locktime'),
  OP_UTXOVALUE: numberOfInput('utxoValue'),
  OP_OUTPUTVALUE: numberOfOutput('outputValue'),
  OP_UTXOTOKENAMOUNT: numberOfInput('utxoUnits'),
  OP_OUTPUTTOKENAMOUNT: numberOfOutput('outputUnits'),
  OP_INPUTSEQUENCENUMBER: numberOfInput('sequence'),
  OP_OUTPOINTINDEX: numberOfInput('outpointIndex'),
  OP_OUTPOINTTXHASH: bytesOfInput('outpointHash'),
  OP_INPUTBYTECODE: bytesOfInput('inputBytecode'),
  OP_UTXOBYTECODE: bytesOfInput('utxoBytecode'),
  OP_OUTPUTBYTECODE: bytesOfOutput('outputBytecode'),
  OP_UTXOTOKENCATEGORY: (machine) => machine.pushBytes(category('utxo', popIndex(machine, 'inputCount'))),
  OP_OUTPUTTOKENCATEGORY: (machine) => machine.pushBytes(category('output', popIndex(machine, 'outputCount'))),
  OP_UTXOTOKENCOMMITMENT: commitment('utxo'),
  OP_OUTPUTTOKENCOMMITMENT: commitment('output'),
  OP_CHECKLOCKTIMEVERIFY: checkLocktime,
  OP_CHECKSEQUENCEVERIFY: checkSequence,
};
