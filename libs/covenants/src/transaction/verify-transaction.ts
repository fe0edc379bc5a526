import { createVirtualMachineBch2026, type Output, type TransactionCommon } from '@bitauth/libauth';

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
