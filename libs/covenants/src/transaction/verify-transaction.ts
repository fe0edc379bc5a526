import {
  createVirtualMachineBch2025,
  createVirtualMachineBch2026,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';

type Machine = Pick<ReturnType<typeof createVirtualMachineBch2025>, 'verify'>;

/** Created when first needed, since each takes a moment. */
let machines: { readonly until2026: Machine; readonly since2026: Machine } | undefined;

/** Longest commitment until the upgrade of May 2026, bytes. */
const OLD_COMMITMENT_LENGTH = 40;

/** Longest unlocking bytecode that nodes relayed until that upgrade, bytes; the script of a campaign is longer. */
const OLD_UNLOCKING_LENGTH = 1_650;

/**
 * Whether a transaction spends a coin that could not exist, or could not be spent, before May 2026, so that the
 * upgrade's rules must be in force.
 */
const isOf2026 = ({ inputs }: TransactionCommon, sourceOutputs: readonly Output[]): boolean =>
  sourceOutputs.some(({ token }) => (token?.nft?.commitment.length ?? 0) > OLD_COMMITMENT_LENGTH) ||
  inputs.some(({ unlockingBytecode }) => unlockingBytecode.length > OLD_UNLOCKING_LENGTH);

/**
 * Returns what keeps nodes from relaying and mining a signed transaction, in libauth's words; undefined when every
 * script passes the rules of both May 2025 and May 2026 in standard mode (relay policy, dust included). Only the
 * latter apply where a coin, or the length of a script, shows that they are in force.
 *
 * It knows neither the chain's time nor whether the coins are still unspent.
 */
export const findTransactionProblem = (
  transaction: TransactionCommon,
  sourceOutputs: readonly Output[],
): string | undefined => {
  machines ??= { until2026: createVirtualMachineBch2025(true), since2026: createVirtualMachineBch2026(true) };
  const { until2026, since2026 } = machines;
  for (const machine of isOf2026(transaction, sourceOutputs) ? [since2026] : [until2026, since2026]) {
    const verdict = machine.verify({ transaction, sourceOutputs: [...sourceOutputs] });
    if (verdict !== true) return verdict;
  }
  return undefined;
};
