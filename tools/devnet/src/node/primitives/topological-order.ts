import { txidOf, type Transaction } from './transaction.js';

/**
 * Sorts parents before children and otherwise keeps the order given. Blocks are not in this order, but a mempool
 * needs it.
 */
export const topologicalOrder = (transactions: readonly Transaction[]): Transaction[] => {
  const waiting = new Map(transactions.map((transaction) => [transaction.txid, transaction]));
  const ordered: Transaction[] = [];
  // Chains grow long, so the path to the parents is kept here instead of on the call stack.
  const path: Transaction[] = [];
  for (const start of transactions) {
    path.push(start);
    for (let current = path.at(-1); current !== undefined; current = path.at(-1)) {
      const parent = waiting.has(current.txid) ? unplacedParent(current, waiting) : undefined;
      if (parent !== undefined) {
        path.push(parent);
        continue;
      }
      path.pop();
      if (waiting.delete(current.txid)) ordered.push(current);
    }
  }
  return ordered;
};

const unplacedParent = (
  { spends }: Transaction,
  waiting: ReadonlyMap<string, Transaction>,
): Transaction | undefined => {
  for (const outpoint of spends) {
    const parent = waiting.get(txidOf(outpoint));
    if (parent !== undefined) return parent;
  }
  return undefined;
};
