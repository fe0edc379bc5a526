import {
  createInstructionSetBch2025,
  createInstructionSetBch2026,
  createVirtualMachine,
  createVirtualMachineBch2025,
  createVirtualMachineBch2026,
  OpcodesBch2023,
  type AuthenticationProgramStateBch,
  type AuthenticationVirtualMachineBch,
} from '@bitauth/libauth';
import type { Rules } from '../node.types.js';

/** What differs between the upgrades. Lengths are in bytes. */
export interface RuleSet {
  readonly name: Rules;
  /** Script rules of relay. */
  readonly standard: AuthenticationVirtualMachineBch;
  /** Script rules of blocks: limits on hashing are looser, and reserved opcodes do nothing. */
  readonly consensus: AuthenticationVirtualMachineBch;
  /** Script rules of relay without those the node calls non-mandatory, which tells the kind of a failure. */
  readonly mandatory: AuthenticationVirtualMachineBch;
  readonly maximumCommitment: number;
  readonly maximumStandardUnlocking: number;
  /** The longest locking bytecode of no known pattern that is relayed; 0 if none is. */
  readonly maximumStandardBare: number;
}

const doNothing = (state: AuthenticationProgramStateBch): AuthenticationProgramStateBch => state;

/** Opcodes that do nothing without the non-mandatory rules: the reserved ones and both lock time checks. */
const nonMandatory = Object.fromEntries(
  [
    OpcodesBch2023.OP_NOP1,
    OpcodesBch2023.OP_CHECKLOCKTIMEVERIFY,
    OpcodesBch2023.OP_CHECKSEQUENCEVERIFY,
    OpcodesBch2023.OP_NOP4,
    OpcodesBch2023.OP_NOP5,
    OpcodesBch2023.OP_NOP6,
    OpcodesBch2023.OP_NOP7,
    OpcodesBch2023.OP_NOP8,
    OpcodesBch2023.OP_NOP9,
    OpcodesBch2023.OP_NOP10,
  ].map((opcode) => [opcode, doNothing]),
);

const mandatoryOnly = (set: ReturnType<typeof createInstructionSetBch2025>): AuthenticationVirtualMachineBch =>
  createVirtualMachine({ ...set, operations: { ...set.operations, ...nonMandatory } });

const may2025: RuleSet = {
  name: '2025-05',
  standard: createVirtualMachineBch2025(true),
  consensus: createVirtualMachineBch2025(false),
  mandatory: mandatoryOnly(createInstructionSetBch2025(true)),
  maximumCommitment: 40,
  maximumStandardUnlocking: 1650,
  maximumStandardBare: 0,
};

const may2026: RuleSet = {
  name: '2026-05',
  standard: createVirtualMachineBch2026(true),
  consensus: createVirtualMachineBch2026(false),
  mandatory: mandatoryOnly(createInstructionSetBch2026(true)),
  maximumCommitment: 128,
  maximumStandardUnlocking: 10_000,
  maximumStandardBare: 201,
};

export const ruleSets: Readonly<Record<Rules, RuleSet>> = { '2025-05': may2025, '2026-05': may2026 };
