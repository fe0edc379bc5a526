import type { Plan, PlanStream } from '@weir/client';
import { plural, t } from '../language/text.js';

/** What the user can do with a plan as a whole, and what is shown to them. */
export interface PlanChoices {
  readonly meaning: string;
  readonly canFund: boolean;
  /** Whether its salaries can go on after their last payday. */
  readonly canRenew: boolean;
  /** Whether salaries can be replaced by others from their next paydays on. */
  readonly canChange: boolean;
  /** Whether streams of it can be selected and moved. */
  readonly canMove: boolean;
}

type Standing = Pick<Plan, 'status' | 'parts' | 'parts_funded' | 'vault_id' | 'product' | 'cancelable'>;

/** Derives the available actions from a plan's state. The service decides; this only offers. */
export const planChoicesOf = (plan: Standing, { isSender }: { readonly isSender: boolean }): PlanChoices => {
  const { status, parts, parts_funded: funded, vault_id: vaultId, product } = plan;
  const isSalary = product === 'recurring';
  const isWhole = parts > 0 && funded === parts;
  const isOfVault = vaultId !== null;
  const meaning = (): string => {
    if (isWhole) {
      if (product === 'lock') return t('All locks are funded. Nobody can take them back.');
      return isSalary
        ? t('All salaries are funded. No action needed.')
        : t('All streams are funded. No action needed.');
    }
    if (isOfVault)
      return t(
        '{funded} of {parts} parts are funded. Its treasury funds it: two signers sign a proposal for each part.',
        {
          funded,
          parts,
        },
      );
    if (status === 'ACTIVE')
      return isSalary
        ? t('{funded} of {parts} parts are funded, and their salaries have begun. The rest waits for its sender.', {
            funded,
            parts,
          })
        : t('{funded} of {parts} parts are funded, and their streams have begun. The rest waits for its sender.', {
            funded,
            parts,
          });
    return isSender
      ? plural(parts, {
          one: 'Not funded yet: funding takes one signature.',
          other: 'Not funded yet: funding takes {count} signatures, one after the other.',
        })
      : t('Not funded yet: its sender funds it.');
  };
  return {
    meaning: meaning(),
    canFund: isSender && !isOfVault && !isWhole,
    canRenew: (isSender || isOfVault) && status === 'ACTIVE' && product === 'recurring',
    canChange: (isSender || isOfVault) && status === 'ACTIVE' && isSalary && plan.cancelable,
    canMove: (isSender || isOfVault) && status === 'ACTIVE',
  };
};

/** An action on a selection. */
export type Move = 'cancel' | 'pause' | 'resume';
export const MOVES: readonly Move[] = ['cancel', 'pause', 'resume'];

/** Says what can be done with a selection. */
export const selectionHint = ({ cancelable, pausable }: Pick<Plan, 'cancelable' | 'pausable'>): string => {
  if (pausable)
    return cancelable ? t('Select those to pay out, pause or cancel') : t('Select those to pay out or pause');
  return cancelable ? t('Select those to pay out or cancel') : t('Select those to pay out');
};

type Row = Pick<PlanStream, 'id' | 'status' | 'claimable_amount_base' | 'pending_move'>;

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
    // While one moves to another wallet, the recipient's own coin alone makes payments.
    push: ({ status, claimable_amount_base: due, pending_move: move }) =>
      status === 'ACTIVE' && due > 0n && move === null,
  };
  return rows.filter(isFit[move]).map(({ id }) => id);
};
