import type { RecordedCase } from './recorded-case.js';

/** Recorded cases that the node refused, as the rules of May 2025 say, and that those of May 2026 allow. */
const TAKEN: ReadonlySet<string> = new Set([
  // Locking bytecode of no known pattern, up to 201 bytes.
  'output type bare OP_1 (P2S), value 3000',
  'output type bare 201-byte (P2S), value 3000',
  'OP_RETURN followed by a truncated push',
  'output: bare multisig 1-of-4',
  'output: bare empty locking bytecode',
  'output: bare OP_1',
  'output: bare OP_2 OP_2 OP_ADD OP_4 OP_NUMEQUAL',
  'output: bare 200 bytes',
  'output: bare 201 bytes',
  'output: bare undefined opcode 0xff',
  'output: bare truncated push',
  'output: bare P2SH-like with 21-byte hash',
  'spend: bare OP_1',
  'spend: bare OP_2 OP_2 OP_ADD OP_4 OP_NUMEQUAL',
  'spend: bare 201 bytes',
  'raw prefix: amount left out: 0x76 of the P2PKH bytecode is read as amount 118, the locking bytecode left is a non-standard a914..',
  // Unlocking bytecode of up to 10,000 bytes.
  'P2SH32 unlocking bytecode of 1651 bytes (one data push, OP_DROP OP_1)',
  'P2SH32 unlocking bytecode of 9999 bytes (one data push, OP_DROP OP_1)',
  'P2SH32 unlocking bytecode of 10000 bytes (one data push, OP_DROP OP_1)',
  'P2SH32 unlocking bytecode of 10000 bytes (two data pushes)',
  // Opcodes.
  'P2SH32: loop OP_BEGIN OP_UNTIL',
  'P2SH32: OP_DEFINE OP_INVOKE',
  'P2SH32: OP_LSHIFTNUM',
  // Commitments of up to 128 bytes.
  'output type P2PKH + mutable NFT 128-byte commitment, value 3000',
  'output type P2SH32 + minting NFT 128-byte commitment + FT max, value 3000',
  'genesis: mutable NFT with a 41-byte commitment',
  'genesis: mutable NFT with a 42-byte commitment',
  'genesis: mutable NFT with a 127-byte commitment',
  'genesis: mutable NFT with a 128-byte commitment',
  'mutable bb -> mutable 41 bytes',
  'minting -> NFT with 41-byte commitment',
]);

/** Still refused, for its value of 0: its pattern is no reason any more. */
const DUST = 'OP_RETURN followed by a non-push opcode (OP_DUP)';

/** What was recorded, and where the rules of May 2026 say otherwise, what they say. */
export const since2026 = (recorded: RecordedCase): RecordedCase => {
  if (recorded.name === DUST) return { ...recorded, reason: '64: dust', rpcError: 'dust (code 64)' };
  if (!TAKEN.has(recorded.name)) return recorded;
  if (recorded.accepted) throw new Error(`The node took it: ${recorded.name}`);
  const { rpcError: _text, blockReason: _reason, ...rest } = recorded;
  return {
    ...rest,
    accepted: true,
    reason: null,
    ...(rest.blockAccepted === undefined ? {} : { blockAccepted: true }),
  };
};
