import type { Plan, ProposalSubject } from '@weir/client';
import type { MoveKind } from '@weir/kinds';
import { msg, t } from '../language/text.js';

/** An action of a sender on a funded record: a key signs it, a vault's members propose it. */
type SenderMove = MoveKind;

/** An action that a vault's members can propose on a record that the vault sends. */
export type VaultMove = 'fund' | SenderMove;

/** Shown with a record that a vault is to fund. */
export const WAITS_FOR_VAULT = msg(
  'It waits for its funding by a treasury: a member proposes it, and two of the three signers sign it.',
);

/** A button that proposes an action. */
export interface ProposalOffer {
  readonly move: VaultMove;
  readonly label: string;
  readonly subject: ProposalSubject;
}

const LABELS: Readonly<Record<VaultMove, (what: string) => string>> = {
  fund: () => t('Propose its funding'),
  cancel: (what) => t('Propose to cancel {what}', { what }),
  pause: (what) => t('Propose to pause {what}', { what }),
  resume: (what) => t('Propose to resume {what}', { what }),
};

/** Returns the buttons for a subject. @param what its name after the verb: "it", "all of it" */
export const offersOf = (moves: readonly VaultMove[], subject: ProposalSubject, what = 'it'): ProposalOffer[] =>
  moves.map((move) => ({ move, subject, label: LABELS[move](what) }));

/** The fields of a stream or payment, one in a currency included, that decide what can be proposed. */
export interface Sent {
  readonly id: string;
  readonly kind: 'stream' | 'payment' | 'currency';
  readonly status: string;
  readonly cancelable: boolean;
  /** False for streams. */
  readonly pausable: boolean;
}

/**
 * Returns what a sender can do with a funded record.
 *
 * @param sent `isSettled`: whether the notice of its pause is over, where known; `isAllDue`: whether every funded period is due, so
 * that nothing is left to pause, where known
 */
export const movesOf = ({
  status,
  cancelable,
  pausable,
  isSettled = true,
  isAllDue = false,
}: Pick<Sent, 'status' | 'cancelable' | 'pausable'> & {
  readonly isSettled?: boolean;
  readonly isAllDue?: boolean;
}): SenderMove[] => [
  ...(pausable && status === 'ACTIVE' && !isAllDue ? (['pause'] as const) : []),
  ...(status === 'PAUSED' && isSettled ? (['resume'] as const) : []),
  ...(cancelable && (status === 'ACTIVE' || status === 'PAUSED') ? (['cancel'] as const) : []),
];

/** Returns those of some records that a move is possible on. */
export const movable = <Row extends Sent>(rows: readonly Row[], move: SenderMove): readonly Row[] =>
  rows.filter((row) => movesOf(row).includes(move));

/** Names records as a proposal does. */
export const subjectOf = (rows: readonly Pick<Sent, 'id' | 'kind'>[]): ProposalSubject => {
  const ids = (kind: Sent['kind']): string[] => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const [streamIds, paymentIds, currencyPaymentIds] = [ids('stream'), ids('payment'), ids('currency')];
  return {
    ...(streamIds.length > 0 && { streamIds }),
    ...(paymentIds.length > 0 && { paymentIds }),
    ...(currencyPaymentIds.length > 0 && { currencyPaymentIds }),
  };
};

/** Returns what can be proposed on a selection: one funding, or moves of all that allow them. The service decides. */
export const offersOfSelection = (rows: readonly Sent[]): ProposalOffer[] => {
  const [first, ...others] = rows;
  const funding = first?.status === 'PENDING' && others.length === 0 ? offersOf(['fund'], subjectOf([first])) : [];
  const moves = (['pause', 'resume', 'cancel'] as const).flatMap((move) => {
    const fit = movable(rows, move);
    return fit.length === 0 ? [] : offersOf([move], subjectOf(fit), `${fit.length}`);
  });
  return [...funding, ...moves];
};

/** Returns what can be proposed on a plan: to fund its next part, and moves of as many streams as one transaction takes. */
export const movesOfPlan = ({
  status,
  parts,
  parts_funded: funded,
  cancelable,
  pausable,
}: Pick<Plan, 'status' | 'parts' | 'parts_funded' | 'cancelable' | 'pausable'>): VaultMove[] => [
  ...(parts > 0 && funded < parts ? (['fund'] as const) : []),
  ...(status === 'ACTIVE' && pausable ? (['pause', 'resume'] as const) : []),
  ...(status === 'ACTIVE' && cancelable ? (['cancel'] as const) : []),
];
