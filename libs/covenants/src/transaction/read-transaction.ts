import {
  createVirtualMachineBch2026,
  decodeAuthenticationInstructions,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';

/** Created when first needed, since it takes a moment. */
let machine: Pick<ReturnType<typeof createVirtualMachineBch2026>, 'verify'> | undefined;

/**
 * Returns what keeps nodes from relaying and mining a signed transaction, in libauth's words; undefined when every
 * script passes the rules of May 2026 in standard mode (relay policy, dust included).
 *
 * It knows neither the chain's time nor whether the coins are still unspent.
 */
export const findTransactionProblem = (
  transaction: TransactionCommon,
  sourceOutputs: readonly Output[],
): string | undefined => {
  machine ??= createVirtualMachineBch2026(true);
  const verdict = machine.verify({ transaction, sourceOutputs: [...sourceOutputs] });
  return verdict === true ? undefined : verdict;
};

/** Returns what an unlocking bytecode pushes, bottom first; small numbers as one byte. */
const unlockingPushes = (bytecode: Uint8Array): Uint8Array[] =>
  decodeAuthenticationInstructions(bytecode).map((instruction) => {
    if ('data' in instruction) return instruction.data;
    const small = instruction.opcode - 0x50;
    return small >= 1 && small <= 16 ? Uint8Array.of(small) : new Uint8Array();
  });

/** A covenant's call: the selector of its function, and the arguments in the order of their declaration. */
export interface CovenantCall {
  readonly selector: number;
  readonly args: readonly Uint8Array[];
}

/**
 * Reads a call of a covenant with several functions: the arguments, last one first, then the selector, then the
 * script.
 */
export const covenantCall = (unlockingBytecode: Uint8Array): CovenantCall => {
  const pushes = unlockingPushes(unlockingBytecode);
  return { selector: pushes.at(-2)?.[0] ?? 0, args: pushes.slice(0, -2).reverse() };
};
