import type { Plan, PlanStream } from '@weir/client';

/** What the user can do with a plan as a whole, and what they are told. */
export interface PlanChoices {
  readonly meaning: string;
  readonly canFund: boolean;
  /** Whether its salaries can go on after their last payday. */
  readonly canRenew: boolean;
  /** Whether streams of it can be selected and moved. */
  readonly canMove: boolean;
}

type Standing = Pick<Plan, 'status' | 'parts' | 'parts_funded' | 'vault_id' | 'product'>;

/** Derives the available actions from a plan's state. The service decides; this only offers. */
export const planChoicesOf = (plan: Standing, { isSender }: { readonly isSender: boolean }): PlanChoices => {
  const { status, parts, parts_funded: funded, vault_id: vaultId, product } = plan;
  const each = product === 'vesting' ? 'streams' : 'salaries';
  const isWhole = parts > 0 && funded === parts;
  const isOfVault = vaultId !== null;
  const meaning = (): string => {
    if (isWhole) return `All of its ${each} are funded, and go on by themselves.`;
    if (isOfVault)
      return `${funded} of ${parts} parts are funded. Its vault funds it: two signers sign a proposal for each part.`;
    if (status === 'ACTIVE')
      return `${funded} of ${parts} parts are funded, and their ${each} have begun. The rest waits for its sender.`;
    return isSender
      ? `Not funded yet: funding takes ${parts === 1 ? 'one signature' : `${parts} signatures, one after the other`}.`
      : 'Not funded yet: its sender funds it.';
  };
  return {
    meaning: meaning(),
    canFund: isSender && !isOfVault && !isWhole,
    canRenew: (isSender || isOfVault) && status === 'ACTIVE' && product === 'recurring',
    canMove: (isSender || isOfVault) && status === 'ACTIVE',
  };
};

/** An action on a selection. */
export type Move = 'cancel' | 'pause' | 'resume';
export const MOVES: readonly Move[] = ['cancel', 'pause', 'resume'];

/** Says what can be done with a selection. */
export const selectionHint = ({ cancelable, pausable }: Pick<Plan, 'cancelable' | 'pausable'>): string => {
  const moves = ['pay out', ...(pausable ? ['pause'] : []), ...(cancelable ? ['cancel'] : [])];
  const last = moves.pop() ?? '';
  return `Select those to ${moves.length === 0 ? last : `${moves.join(', ')} or ${last}`}`;
};

type Row = Pick<PlanStream, 'id' | 'status' | 'claimable_amount_base'>;

/** Returns the streams of a selection that an action can apply to; contract and service decide on each. */
export const movable = (
  move: Move | 'push',
  rows: readonly Row[],
  { cancelable, pausable }: Pick<Plan, 'cancelable' | 'pausable'>,
): string[] => {
  const isFit: Readonly<Record<Move | 'push', (row: Row) => boolean>> = {
    cancel: ({ status }) => cancelable && (status === 'ACTIVE' || status === 'PAUSED'),
    pause: ({ status }) => pausable && status === 'ACTIVE',
    resume: ({ status }) => status === 'PAUSED',
    push: ({ status, claimable_amount_base: due }) => status === 'ACTIVE' && due > 0n,
  };
  return rows.filter(isFit[move]).map(({ id }) => id);
};
