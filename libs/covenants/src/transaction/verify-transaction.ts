import { createVirtualMachineBch2025, createVirtualMachineBch2026 } from '@bitauth/libauth';
import type { Output, TransactionCommon } from '@bitauth/libauth';

type Machine = Pick<ReturnType<typeof createVirtualMachineBch2025>, 'verify'>;

/** Made once, when first needed: each takes a moment. */
let machines: readonly Machine[] | undefined;

/**
 * What keeps nodes from relaying and mining a signed transaction, in libauth's words, or undefined when every script
 * passes by the rules of May 2025 and of May 2026, in standard mode (relay policy, dust included).
 *
 * It knows neither the chain's time nor whether the coins are still there.
 */
export const findTransactionProblem = (transaction: TransactionCommon, sourceOutputs: readonly Output[]): string | undefined => {
  machines ??= [createVirtualMachineBch2025(true), createVirtualMachineBch2026(true)];
  for (const machine of machines) {
    const verdict = machine.verify({ transaction, sourceOutputs: [...sourceOutputs] });
    if (verdict !== true) return verdict;
  }
  return undefined;
};
