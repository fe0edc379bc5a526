import {
  createInstructionSetBch2026,
  createVirtualMachine,
  createVirtualMachineBch2026,
  OpcodesBch2023,
  type AuthenticationProgramStateBch,
} from '@bitauth/libauth';

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

const relay = createInstructionSetBch2026(true);

/** The rules of May 2026. Lengths are in bytes. */
export const RULES = {
  /** Script rules of relay. */
  standard: createVirtualMachineBch2026(true),
  /** Script rules of blocks: limits on hashing are looser, and reserved opcodes do nothing. */
  consensus: createVirtualMachineBch2026(false),
  /** Script rules of relay without those the node calls non-mandatory, which shows the kind of a failure. */
  mandatory: createVirtualMachine({ ...relay, operations: { ...relay.operations, ...nonMandatory } }),
  maximumCommitment: 128,
  maximumStandardUnlocking: 10_000,
  /** The longest locking bytecode of no known pattern that is relayed. */
  maximumStandardBare: 201,
} as const;
