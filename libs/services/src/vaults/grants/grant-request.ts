import type { BuildOptions, TreasuryContract, VaultHoldings, VaultProposal } from '@weir/covenants';
import type { NewProposal, ProposalSubject, RosterParty } from '@weir/infra';
import {
  type AnnouncementKind,
  type FillingKind,
  isAnnouncementKind,
  isFillingKind,
  isMoveKind,
  isOpeningKind,
  isTakingKind,
  type MoveKind,
  type OpeningKind,
  type ProposalKind,
  type TakingKind,
} from '@weir/kinds';
import { ServiceError } from '../../shared/service-error.js';
import type { ProposeInput } from '../vaults.types.js';

/**
 * Builds a proposal's transaction from a vault's holdings. Pure: everything it needs of the chain and the database was
 * read before.
 */
export type VaultBuild = (contract: TreasuryContract, holdings: VaultHoldings, options: BuildOptions) => VaultProposal;

/** The terms of a proposal beside its transaction. */
export type DraftTerms = Omit<NewProposal, 'proposer' | 'reason' | 'amount'>;

/** A proposal that was read but not built yet. */
export interface ProposalDraft {
  readonly terms: DraftTerms;
  readonly build: VaultBuild;
  /** Base units of the asset: what is paid out, opened, or waits to return. */
  readonly amountOf: (built: VaultProposal) => bigint;
  /** Freezes the records it names, once it is about to be stored; false where they changed meanwhile. */
  readonly keep?: () => Promise<boolean>;
  /** Keys that may become signers or the guardian of a roster: they are stored with the proposal. */
  readonly parties?: readonly RosterParty[];
}

/** Kinds that name records. */
export type GrantKind = OpeningKind | MoveKind | AnnouncementKind | TillKind;

/** Kinds that send coins to the till of a payment in a currency, or take them back. */
export type TillKind = FillingKind | TakingKind;

/** Whether proposals of a kind touch the till of a payment in a currency. */
export const isTillKind = (kind: ProposalKind): kind is TillKind => isFillingKind(kind) || isTakingKind(kind);

/** Whether proposals of a kind name records. */
export const isGrantKind = (kind: ProposalKind): kind is GrantKind =>
  isOpeningKind(kind) || isMoveKind(kind) || isAnnouncementKind(kind) || isTillKind(kind);

/** The request fields that name records, by their type. */
const FIELDS = {
  stream: 'streamIds',
  payment: 'paymentIds',
  currency: 'currencyPaymentIds',
  plan: 'planId',
  airdrop: 'campaignId',
} as const;

/** The fields of a request that change purses. */
export const PURSE_FIELDS = ['allowance', 'purseIds'] as const;
/** The field of a request that changes the members of a roster. */
export const SEAT_FIELDS = ['exchange'] as const;
/** The fields of a request that name records. */
export const RECORD_FIELDS = Object.values(FIELDS);
const PAYING_FIELDS = [
  'recipient',
  'amount',
  'tokenType',
  'tokenCategory',
  'outpoint',
  ...PURSE_FIELDS,
  ...SEAT_FIELDS,
] as const;

const invalid = (field: string, message: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', message, { field });

/** The records that a request names, in its order, each once. */
const subjectsOf = (input: ProposeInput): ProposalSubject[] => {
  const { streamIds = [], paymentIds = [], currencyPaymentIds = [], planId, campaignId } = input;
  const named = [
    ...streamIds.map((id) => ({ type: 'stream', id }) as const),
    ...paymentIds.map((id) => ({ type: 'payment', id }) as const),
    ...currencyPaymentIds.map((id) => ({ type: 'currency', id }) as const),
    ...(planId === undefined ? [] : [{ type: 'plan', id: planId } as const]),
    ...(campaignId === undefined ? [] : [{ type: 'airdrop', id: campaignId } as const]),
  ];
  return [...new Map(named.map(({ type, id }) => [id.toLowerCase(), { type, id: id.toLowerCase() }])).values()];
};

const oneOf = (kind: OpeningKind, subjects: readonly ProposalSubject[]): ProposalSubject[] => {
  const [subject, ...others] = subjects;
  if (subject?.type === kind && others.length === 0) return [subject];
  // One funding opens several payments in a currency.
  const areInCurrency = subjects.every(({ type }) => type === 'currency');
  if (kind === 'payment' && subject !== undefined && areInCurrency) return [...subjects];
  throw invalid(FIELDS[kind], `A proposal of kind ${kind} must name the one ${kind} that it funds, as ${FIELDS[kind]}`);
};

/** Whether all of them fit the kind of one transaction: streams and payments side by side, payments in a currency, or one plan. */
const areMovable = (kind: MoveKind, subjects: readonly ProposalSubject[]): boolean => {
  const types = new Set(subjects.map(({ type }) => type));
  if (types.has('currency')) return types.size === 1;
  if (kind !== 'cancel')
    return types.size === 1 && (types.has('payment') || (types.has('plan') && subjects.length === 1));
  return subjects.length === 1 || (types.size > 0 && !types.has('plan') && !types.has('airdrop'));
};

/** Reads which streams, payments and locks are to be paid at another address. */
const announced = (subjects: readonly ProposalSubject[], { recipient }: ProposeInput): readonly ProposalSubject[] => {
  if (recipient === undefined)
    throw invalid('recipient', 'recipient is required: the address that the streams, payments and locks move to');
  if (subjects.length > 0 && subjects.every(({ type }) => type === 'stream' || type === 'payment')) return subjects;
  throw invalid(
    'streamIds',
    'A proposal of kind announce must name streams, payments and locks that the vault receives',
  );
};

/** Reads the payment in a currency whose till a proposal fills or empties. */
const tillOwner = (kind: TillKind, subjects: readonly ProposalSubject[]): readonly ProposalSubject[] => {
  if (subjects.length === 1 && subjects[0]?.type === 'currency') return subjects;
  throw invalid(
    'currencyPaymentIds',
    `A proposal of kind ${kind} must name one payment in a currency, as currencyPaymentIds`,
  );
};

/** Whether a proposal of a kind takes a field of payouts from the request, and not from the record. */
const isGiven = (kind: GrantKind, field: (typeof PAYING_FIELDS)[number]): boolean =>
  (isAnnouncementKind(kind) && field === 'recipient') || (isFillingKind(kind) && field === 'amount');

/**
 * Reads which records a proposal opens, cancels, pauses, resumes or moves to another address.
 *
 * @throws ServiceError INVALID_REQUEST
 */
export const parseGrant = (kind: GrantKind, input: ProposeInput): readonly ProposalSubject[] => {
  const given = PAYING_FIELDS.find((field) => input[field] !== undefined && !isGiven(kind, field));
  if (given !== undefined)
    throw invalid(given, `${given} must be omitted: a proposal of kind ${kind} takes it from the record`);
  const subjects = subjectsOf(input);
  if (isAnnouncementKind(kind)) return announced(subjects, input);
  if (isTillKind(kind)) return tillOwner(kind, subjects);
  if (isOpeningKind(kind)) return oneOf(kind, subjects);
  if (areMovable(kind, subjects)) return subjects;
  throw kind === 'cancel'
    ? invalid(
        'streamIds',
        'A proposal of kind cancel must name streams and payments, or payments in a currency, or one plan, or one airdrop',
      )
    : invalid(
        'paymentIds',
        `A proposal of kind ${kind} must name payments (paymentIds), payments in a currency (currencyPaymentIds), or one plan of payments`,
      );
};
