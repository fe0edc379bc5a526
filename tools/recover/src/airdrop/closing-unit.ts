import { findClosingUnit, followClosingUnit, type AirdropContract, type ClosingUnit } from '@weir/covenants';
import type { RecoverContext } from '../chain/open-chain.js';
import { readScript } from '../chain/read-script.js';
import type { Instance } from '../find/instance.js';

/**
 * Finds the closing unit of a script creator's campaign. It was handed over by a transaction in the creator's
 * history, and each close since has put it back. Undefined while the creator still holds it.
 *
 * @throws HistoryHiddenError, ChainUnavailableError
 */
export const readClosingUnit = async (
  { creator }: AirdropContract,
  { steps: [funding, ...later] }: Instance,
  context: RecoverContext,
): Promise<ClosingUnit | undefined> => {
  const category = funding?.step.state?.category;
  if (category === undefined) return undefined;
  const history = await readScript(creator, "the creator's address", [], context);
  const [handedOver] = history.flatMap(({ txid, transaction }) => findClosingUnit(category, txid, transaction) ?? []);
  return later.reduce<ClosingUnit | undefined>(
    (unit, { transaction: { txid, transaction } }) => unit && followClosingUnit(unit, txid, transaction),
    handedOver,
  );
};
