import type { TokenType } from '@weir/api-contract/words';
import type { Flow } from './flows.js';

/** What an amount is of. */
export interface Asset {
  readonly tokenType: TokenType;
  readonly tokenCategory: string | null;
}

/** What is due and what is to come of one asset, base units: to some parties, and from them. */
export interface AssetSum extends Asset {
  readonly claimableAmount: bigint;
  readonly unlockingAmount: bigint;
  readonly owedAmount: bigint;
  readonly outgoingAmount: bigint;
  readonly lockedAmount: bigint;
}

/** A date on which a sender's money falls due, and to how many. */
export interface Payday extends Asset {
  readonly at: number;
  /** uuid; null of what is of no plan. */
  readonly planId: string | null;
  /** The record, where it is of no plan. */
  readonly kind: 'stream' | 'payment' | 'plan';
  readonly id: string;
  readonly amount: bigint;
  readonly recipients: number;
}

const keyOf = ({ tokenCategory }: Asset): string => tokenCategory ?? '';

/** Adds up what comes in and what goes out, by asset: BCH first, then tokens by category. */
export const sumByAsset = (incoming: readonly Flow[], outgoing: readonly Flow[]): readonly AssetSum[] => {
  const sums = new Map<string, AssetSum>();
  const add = ({ row: { tokenType, tokenCategory } }: Flow, more: Partial<AssetSum>): void => {
    const key = keyOf({ tokenType, tokenCategory });
    const { claimableAmount, unlockingAmount, owedAmount, outgoingAmount, lockedAmount } = sums.get(key) ?? {
      claimableAmount: 0n,
      unlockingAmount: 0n,
      owedAmount: 0n,
      outgoingAmount: 0n,
      lockedAmount: 0n,
    };
    sums.set(key, {
      tokenType,
      tokenCategory,
      claimableAmount: claimableAmount + (more.claimableAmount ?? 0n),
      unlockingAmount: unlockingAmount + (more.unlockingAmount ?? 0n),
      owedAmount: owedAmount + (more.owedAmount ?? 0n),
      outgoingAmount: outgoingAmount + (more.outgoingAmount ?? 0n),
      lockedAmount: lockedAmount + (more.lockedAmount ?? 0n),
    });
  };
  for (const flow of incoming) add(flow, { claimableAmount: flow.due, unlockingAmount: flow.coming });
  for (const flow of outgoing)
    add(flow, { owedAmount: flow.due, outgoingAmount: flow.coming, lockedAmount: flow.held });
  return [...sums.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
};

/** Groups the next due dates of what senders pay in periods: the salaries of one plan and day are one payday. */
export const paydaysOf = (outgoing: readonly Flow[], limit: number): readonly Payday[] => {
  const paydays = new Map<string, Payday>();
  for (const { row, next } of outgoing) {
    if (next === undefined || row.recurring === null) continue;
    const { tokenType, tokenCategory, planId } = row;
    const id = planId ?? row.id;
    const key = `${next.at} ${id}`;
    const known = paydays.get(key);
    paydays.set(key, {
      at: next.at,
      planId,
      kind: planId === null ? row.product : 'plan',
      id,
      tokenType,
      tokenCategory,
      amount: (known?.amount ?? 0n) + next.amount,
      recipients: (known?.recipients ?? 0) + 1,
    });
  }
  return [...paydays.values()].sort((a, b) => a.at - b.at).slice(0, limit);
};
