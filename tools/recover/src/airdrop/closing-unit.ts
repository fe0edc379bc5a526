import { findClosingUnit, followClosingUnit, type AirdropContract, type ClosingUnit } from '@weir/covenants';
import type { RecoverContext } from '../chain/open-chain.js';
import { readScript } from '../chain/read-script.js';
import type { Instance } from '../find/instance.js';

/**
 * Where the closing unit of a script's campaign lies: handed over by a transaction in its creator's history, and since then put
 * back by each close. Undefined while the creator has it.
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
