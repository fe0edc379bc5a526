import type { VaultHandle } from '@weir/client';
import { guardianProblem } from '../vaults/vault-draft.js';
import type { Roster } from './roster-words.js';

/** What an exchange changes. */
type ExchangeTerms = Parameters<VaultHandle['proposeExchange']>[0];

/** The draft of another guardian, or other delays. */
export interface GuardianDraft {
  /** Whether the guardian stays, gives way to another one, or to nobody. */
  readonly who: 'same' | 'other' | 'nobody';
  /** Address of another guardian. */
  readonly guardian: string;
  /** Blocks. */
  readonly quiet: string;
  /** Blocks. */
  readonly review: string;
}

type Present = Pick<Roster, 'quietBlocks' | 'reviewBlocks'>;

/** Returns the draft that changes nothing. */
export const guardianDraftOf = ({ quietBlocks, reviewBlocks }: Present): GuardianDraft => ({
  who: 'same',
  guardian: '',
  quiet: String(quietBlocks),
  review: String(reviewBlocks),
});

/** What is wrong with a draft, by field. */
export type GuardianProblems = Readonly<Partial<Record<keyof GuardianDraft, string>>>;

/**
 * Validates a draft: returns what it changes, nothing where that is nothing, or its problems.
 *
 * @param signers addresses of the treasury’s signers @param prefix of the network's addresses
 */
export const readGuardianDraft = (
  { who, guardian, quiet, review }: GuardianDraft,
  { quietBlocks, reviewBlocks }: Present,
  signers: readonly string[],
  prefix: string | undefined,
): { readonly exchange: ExchangeTerms | undefined } | { readonly problems: GuardianProblems } => {
  const problem = who === 'other' ? guardianProblem(guardian, signers, prefix) : undefined;
  if (problem !== undefined) return { problems: { guardian: problem } };
  const exchange: ExchangeTerms = {
    ...(who === 'other' && { guardian: guardian.trim() }),
    ...(who === 'nobody' && { noGuardian: true }),
    ...(who !== 'nobody' && quiet !== String(quietBlocks) && { quietBlocks: Number(quiet) }),
    ...(who !== 'nobody' && review !== String(reviewBlocks) && { reviewBlocks: Number(review) }),
  };
  return { exchange: Object.keys(exchange).length === 0 ? undefined : exchange };
};
