import {
  createVirtualMachineBch2025,
  createVirtualMachineBch2026,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';

type Machine = Pick<ReturnType<typeof createVirtualMachineBch2025>, 'verify'>;

/** Made once, when first needed: each takes a moment. */
let machines: { readonly until2026: Machine; readonly since2026: Machine } | undefined;

/** Bytes of a commitment until May 2026. */
const OLD_COMMITMENT_LENGTH = 40;

/** Bytes of an unlocking bytecode that nodes relayed until then: the script of a campaign is longer. */
const OLD_UNLOCKING_LENGTH = 1_650;

/**
 * Whether a coin is spent that there cannot have been before May 2026, or one that could not be spent then, so that the rules of then
 * are in force.
 */
const isOf2026 = ({ inputs }: TransactionCommon, sourceOutputs: readonly Output[]): boolean =>
  sourceOutputs.some(({ token }) => (token?.nft?.commitment.length ?? 0) > OLD_COMMITMENT_LENGTH) ||
  inputs.some(({ unlockingBytecode }) => unlockingBytecode.length > OLD_UNLOCKING_LENGTH);

/**
 * What keeps nodes from relaying and mining a signed transaction, in libauth's words, or undefined when every script
 * passes by the rules of May 2025 and of May 2026, in standard mode (relay policy, dust included); by the latter alone where
 * a coin, or the length of a script, shows that they are in force.
 *
 * It knows neither the chain's time nor whether the coins are still there.
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
