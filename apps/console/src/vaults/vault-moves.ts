import type { Plan, ProposalSubject } from '@weir/client';

/** What a sender does with something that is funded: a key by a signature, a vault by a proposal. */
type SenderMove = 'pause' | 'resume' | 'cancel';

/** What a vault's members propose about something that names it as its sender. */
export type VaultMove = 'fund' | SenderMove;

/** What is told of something that a vault is to fund. */
export const WAITS_FOR_VAULT =
  'It waits for its funding by a vault: a member proposes it, and two of the three signers sign it.';

/** Something that can be proposed, by a button. */
export interface ProposalOffer {
  readonly move: VaultMove;
  readonly label: string;
  readonly subject: ProposalSubject;
}

const LABELS: Readonly<Record<VaultMove, (what: string) => string>> = {
  fund: () => 'Propose its funding',
  cancel: (what) => `Propose to cancel ${what}`,
  pause: (what) => `Propose to pause ${what}`,
  resume: (what) => `Propose to resume ${what}`,
};

/** What is offered about one subject. @param what it is called behind the verb: "it", "all of it" */
export const offersOf = (moves: readonly VaultMove[], subject: ProposalSubject, what = 'it'): ProposalOffer[] =>
  moves.map((move) => ({ move, subject, label: LABELS[move](what) }));

/** A stream or payment that a vault sends, as far as it says what can be proposed. */
export interface Sent {
  readonly id: string;
  readonly kind: 'stream' | 'payment';
  readonly status: string;
  readonly cancelable: boolean;
  /** Streams cannot be. */
  readonly pausable: boolean;
}

/**
 * What a sender can do with something that is funded.
 *
 * @param sent `isSettled`: whether the notice of its pause is over, where that is known
 */
export const movesOf = ({
  status,
  cancelable,
  pausable,
  isSettled = true,
}: Pick<Sent, 'status' | 'cancelable' | 'pausable'> & { readonly isSettled?: boolean }): SenderMove[] => [
  ...(pausable && status === 'ACTIVE' ? (['pause'] as const) : []),
  ...(status === 'PAUSED' && isSettled ? (['resume'] as const) : []),
  ...(cancelable && (status === 'ACTIVE' || status === 'PAUSED') ? (['cancel'] as const) : []),
];

const subjectOf = (rows: readonly Sent[]): ProposalSubject => {
  const ids = (kind: Sent['kind']): string[] => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const [streamIds, paymentIds] = [ids('stream'), ids('payment')];
  return { ...(streamIds.length > 0 && { streamIds }), ...(paymentIds.length > 0 && { paymentIds }) };
};

/** What can be proposed about a selection: one funding at a time, moves of as many as allow it. The service decides. */
export const offersOfSelection = (rows: readonly Sent[]): ProposalOffer[] => {
  const [first, ...others] = rows;
  const funding = first?.status === 'PENDING' && others.length === 0 ? offersOf(['fund'], subjectOf([first])) : [];
  const moves = (['pause', 'resume', 'cancel'] as const).flatMap((move) => {
    const fit = rows.filter((row) => movesOf(row).includes(move));
    return fit.length === 0 ? [] : offersOf([move], subjectOf(fit), `${fit.length}`);
  });
  return [...funding, ...moves];
};

/** What can be proposed about a plan as a whole: its next part, and moves of as much of it as one transaction takes. */
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
