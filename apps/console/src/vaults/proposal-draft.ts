import {
  isWeirError,
  WeirError,
  type Exact,
  type Found,
  type ProposalSubject,
  type ProposalTerms,
  type Schemas,
} from '@weir/client';
import { baseOf, type Asset } from '../format/amount.js';

/** The purpose of a proposal. */
export type ProposalAim = 'spend' | 'coin' | 'close' | 'fund' | 'cancel' | 'pause' | 'resume';

/** The draft of a form. */
export interface ProposalDraft {
  readonly aim: ProposalAim;
  readonly recipient: string;
  /** `BCH`, or a token's category. */
  readonly asset: string;
  readonly amount: string;
  /** Outpoint of a whole coin, `txid:vout`. */
  readonly outpoint: string;
  /** Ids of records, as typed. */
  readonly records: string;
  readonly reason: string;
}

export const newProposalDraft = (): ProposalDraft => ({
  ...{ aim: 'spend', recipient: '', asset: 'BCH', amount: '', outpoint: '', records: '', reason: '' },
});

export type ProposalProblems = Readonly<Partial<Record<keyof ProposalDraft, string>>>;

/** Whether an aim concerns records rather than a payment. */
export const isAboutRecords = (aim: ProposalAim): boolean => aim !== 'spend' && aim !== 'coin' && aim !== 'close';

/** Splits typed ids. */
export const idsIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((id) => id !== ''))];

const amountProblem = ({ amount }: ProposalDraft, decimals: number): string | undefined => {
  if (amount.trim() === '') return 'Enter an amount';
  if ((baseOf(amount, decimals) ?? 0n) > 0n) return undefined;
  return decimals === 0
    ? 'Enter whole base units of the token, digits only'
    : `Enter a decimal number with at most ${decimals} decimals, such as 1.5`;
};

/** A vault's balance of one asset. */
export interface HeldAsset {
  readonly of: Asset;
  readonly base: bigint;
}

type State = Pick<Exact<Schemas['VaultStateResponse']>, 'currentBalanceBase' | 'tokens'>;

/** Returns a vault's fungible balances by `BCH` and category. */
export const heldAssets = ({ currentBalanceBase, tokens }: State): ReadonlyMap<string, HeldAsset> => {
  const held = new Map<string, HeldAsset>([['BCH', { of: 'BCH', base: currentBalanceBase }]]);
  for (const { category, amountBase, token } of tokens ?? [])
    if (amountBase > 0n)
      held.set(category, {
        of: { token_type: 'FUNGIBLE_TOKEN', token_category: category, token },
        base: (held.get(category)?.base ?? 0n) + amountBase,
      });
  return held;
};

/** Returns the problems of a draft, by field. @param decimals decimals that the amount may have */
export const proposalProblems = (draft: ProposalDraft, decimals: number): ProposalProblems => {
  const { aim, recipient, outpoint, records } = draft;
  if (isAboutRecords(aim))
    return idsIn(records).length === 0 ? { records: 'Enter the id of its page, such as #WEIR-BCH-000001' } : {};
  const amount = aim === 'spend' ? amountProblem(draft, decimals) : undefined;
  return {
    ...(recipient.trim() === '' && { recipient: 'Say who is paid' }),
    ...(amount !== undefined && { amount }),
    ...(aim === 'coin' && outpoint === '' && { outpoint: 'Choose a coin' }),
  };
};

/** A record that was found by an id that the user typed. */
export type FoundRecord = Pick<Found['records'][number], 'kind' | 'id' | 'display_id'>;

/** Returns the records that a proposal names, or why they cannot be combined. */
export const subjectOf = (
  aim: ProposalAim,
  found: readonly FoundRecord[],
): { readonly subject: ProposalSubject } | { readonly problem: string } => {
  const ids = (kind: FoundRecord['kind']): string[] => found.filter((one) => one.kind === kind).map(({ id }) => id);
  const [streamIds, paymentIds, [planId], [campaignId]] = [ids('stream'), ids('payment'), ids('plan'), ids('airdrop')];
  if (found.some(({ kind }) => kind === 'vault' || kind === 'proposal'))
    return { problem: 'Name a stream, a payment, a plan or an airdrop' };
  if (aim === 'fund' && found.length > 1) return { problem: 'A proposal funds one record at a time' };
  if (campaignId !== undefined)
    return found.length === 1 && (aim === 'fund' || aim === 'cancel')
      ? { subject: { campaignId } }
      : { problem: 'An airdrop is funded or closed, by a proposal of its own' };
  if (planId !== undefined)
    return found.length === 1
      ? { subject: { planId } }
      : { problem: 'Name a plan by itself; or those of its streams and payments that it concerns' };
  if (streamIds.length > 0 && (aim === 'pause' || aim === 'resume'))
    return { problem: 'Payments are paused and resumed; a stream goes on, or is cancelled' };
  return {
    subject: { ...(streamIds.length > 0 && { streamIds }), ...(paymentIds.length > 0 && { paymentIds }) },
  };
};

/** Returns the terms of a payment, of a whole coin, or of a close. @param decimals decimals that the amount may have */
export const payoutTerms = (
  { aim, recipient, asset, amount, outpoint, reason }: ProposalDraft,
  decimals: number,
): ProposalTerms => ({
  kind: aim === 'close' ? 'close' : 'spend',
  recipient: recipient.trim(),
  ...(aim === 'spend' && { amount: baseOf(amount, decimals) ?? 0n }),
  ...(aim === 'spend' && asset !== 'BCH' && { tokenType: 'FUNGIBLE_TOKEN', tokenCategory: asset }),
  ...(aim === 'coin' && { outpoint }),
  ...(reason.trim() !== '' && { reason: reason.trim() }),
});

/** Finds each record that the user named. @throws Error with a message for the user, where one does not exist */
export const findRecords = async (
  ids: readonly string[],
  search: (q: string) => Promise<Found>,
): Promise<FoundRecord[]> =>
  Promise.all(
    ids.map(async (q) => {
      const { records } = await search(q).catch((error: unknown) => {
        if (isWeirError(error, 'INVALID_REQUEST', 'NOT_FOUND')) return { records: [] };
        throw error;
      });
      const [record] = records;
      if (record === undefined) throw new WeirError('NOT_FOUND', `There is no record called ${q}`);
      return record;
    }),
  );
