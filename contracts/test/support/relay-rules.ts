import { encodeTransactionOutput, type Output } from '@bitauth/libauth';
import type { Sealed } from './transaction.js';

const OP_RETURN = 0x6a;

/** Smallest value a node relays an output with: (size + 148) * 3 satoshis, nothing for data. */
export const dustOf = (output: Output): bigint =>
  output.lockingBytecode[0] === OP_RETURN ? 0n : 444n + 3n * BigInt(encodeTransactionOutput(output).length);

/** Why nodes would not relay a valid transaction, beyond what the VM's standard mode checks: fee and dust. */
export const findRelayProblem = ({ transaction, size, fee }: Sealed): string | undefined => {
  if (fee < BigInt(size)) return `min relay fee not met: ${fee} for ${size} bytes`;
  const dust = transaction.outputs.findIndex((output) => output.valueSatoshis < dustOf(output));
  return dust < 0 ? undefined : `dust at output ${dust}`;
};
