import { binToHex, type TransactionCommon } from '@bitauth/libauth';
import {
  type ChainTip,
  createLockContract,
  findLocks,
  type LockDraft,
  type PlanFundingOptions,
  proposeLockFunding,
  type TreasuryContract,
  type VaultHoldings,
  type VaultProposal,
} from '@weir/covenants';
import type { ProposalSubject, VaultRecord } from '@weir/infra';
import type { OpeningKind } from '@weir/kinds';
import { nextPart } from '../../plans/stored-plan.js';
import { type FundedPart, readFunding } from '../../shared/funded-part.js';
import { assertRenews } from '../../shared/renewals/assert-renews.js';
import { assertUnexpired } from '../../shared/retention.js';
import { type FundingPlace, refuseSecondFunding } from '../../shared/second-funding.js';
import { ServiceError } from '../../shared/service-error.js';
import { placeOfLocks } from '../../streams/funding/place-of-locks.js';
import type { VaultContext } from '../vault-context.js';
import type { ProposalDraft } from './grant-request.js';
import { loadGrantedPlan, loadGrantedRow } from './granted-rows.js';

/** Kinds of openings that are plans on the chain. */
export type PlanOpeningKind = Exclude<OpeningKind, 'airdrop'>;

/** How one funding is proposed, and where it lies. */
interface Opening {
  readonly place: FundingPlace;
  /** Of the first contract. */
  readonly address: string;
  readonly build: (
    vault: TreasuryContract,
    holdings: VaultHoldings,
    tip: ChainTip,
    options: PlanFundingOptions,
  ) => VaultProposal;
  /** Units of the asset. */
  readonly amount: bigint;
}

/** What is to be opened: one funding that is not there yet, of a plan's contracts or of locks. */
export interface Unopened {
  readonly tokenCategory: string | null;
  /** Whether a transaction opens exactly that. */
  readonly isOpenedBy: (transaction: TransactionCommon) => boolean;
  readonly open: () => Promise<Opening>;
  /** Of lists, which may be replaced: see {@link nextPart}. */
  readonly keep?: () => Promise<boolean>;
}

/** Makes the refusal to open a record that is open. */
export const alreadyOpen = ({ type, id }: ProposalSubject, status: string): ServiceError =>
  new ServiceError('WRONG_STATE', `The ${type} is ${status} and cannot be funded any more. Reject the proposal`, {
    type,
    id,
    status,
  });

const unopenedPlan = ({ network }: VaultContext, part: FundedPart): Unopened => ({
  tokenCategory: part.tokenCategory,
  // The part of it that is compared has no txid: its inputs are not signed yet.
  isOpenedBy: (transaction) => part.problemsOf(readFunding('', transaction, network)).length === 0,
  open() {
    // The terms name their groups in the order in which the streams have them.
    const [contract] = part.contracts;
    if (contract === undefined) throw new Error('Funding opens no stream');
    const { principal: amount, propose: build } = part;
    return Promise.resolve({ place: part.place(), address: contract.address, build, amount });
  },
});

const openingOfLocks = async (context: VaultContext, draft: LockDraft): Promise<Opening> => {
  const { asset, locks } = draft;
  const [first] = locks;
  if (first === undefined) throw new Error('Funding opens no lock');
  return {
    // A vault's fundings exclude each other by its state, not by a coin.
    place: await placeOfLocks(context, draft, null),
    address: createLockContract({ ...first, asset: asset.type }, context.network).address,
    build: (vault, holdings, tip, options) => proposeLockFunding(vault, holdings, draft, tip, options),
    amount: locks.reduce((sum, { total }) => sum + total, 0n),
  };
};

const unopenedLocks = (context: VaultContext, draft: LockDraft, tokenCategory: string | null): Unopened => ({
  tokenCategory,
  isOpenedBy: (transaction) => findLocks(draft, context.network, '', transaction).ok,
  open: () => openingOfLocks(context, draft),
});

const unopenedRow = async (context: VaultContext, subject: ProposalSubject, vault: VaultRecord): Promise<Unopened> => {
  const row = await loadGrantedRow(context, subject, vault);
  if (row.status !== 'PENDING') throw alreadyOpen(subject, row.status);
  assertUnexpired(row.expiresAt, context);
  const funding = await context.streams.fundingOf(row.place.fundingId ?? '');
  if (funding !== undefined) await assertRenews(context, row, funding);
  if (row.contract === 'LOCK') return unopenedLocks(context, context.contracts.lockDraftOf(row), row.tokenCategory);
  return unopenedPlan(context, context.contracts.partOf(row));
};

/** The first part of a plan that no transaction has opened: a list that does not fit one has several. */
const unopenedPart = async (context: VaultContext, subject: ProposalSubject, vault: VaultRecord): Promise<Unopened> => {
  const plan = await loadGrantedPlan(context, subject, vault);
  assertUnexpired(plan.expiresAt, context);
  const next = await nextPart(context, plan.id);
  if (next === undefined) throw alreadyOpen(subject, plan.status);
  const { tokenCategory } = plan;
  const unopened =
    next.part === undefined ? unopenedLocks(context, next.locks, tokenCategory) : unopenedPlan(context, next.part);
  return { ...unopened, keep: next.keep };
};

/**
 * Returns what a proposal opens while it is still unopened, without reading the chain.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, RECORD_EXPIRED
 */
export const findUnopened = (
  context: VaultContext,
  kind: PlanOpeningKind,
  subject: ProposalSubject,
  vault: VaultRecord,
): Promise<Unopened> => (kind === 'plan' ? unopenedPart : unopenedRow)(context, subject, vault);

/**
 * Checks that the vault has a state: two transactions that spend one state cannot both be mined, so nothing is funded
 * twice; without a state both could.
 */
export const assertHasState = ({ status }: VaultRecord): void => {
  if (status === 'active') return;
  throw new ServiceError(
    'WRONG_STATE',
    `The vault is ${status}: only an active vault can fund records. ${
      status === 'pending' ? 'Make its first deposit first' : 'Its remaining money can be paid out by a spend'
    }`,
    { status },
  );
};

/**
 * Drafts an opening: the vault's payment is itself the funding.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, RECORD_EXPIRED, CHAIN_UNAVAILABLE
 */
export const draftOpening = async (
  context: VaultContext,
  kind: PlanOpeningKind,
  subject: ProposalSubject,
  vault: VaultRecord,
): Promise<ProposalDraft> => {
  assertHasState(vault);
  const { keep, tokenCategory, open } = await findUnopened(context, kind, subject, vault);
  const { place, address, build, amount } = await open();
  await refuseSecondFunding(place, context.chain);
  const tip = await context.chain.tip();
  return {
    terms: {
      kind,
      recipient: address,
      recipientBytecode: binToHex(place.lockingBytecode),
      tokenType: tokenCategory === null ? 'BCH' : 'FUNGIBLE_TOKEN',
      tokenCategory,
      coin: null,
      subjects: [subject],
    },
    build: (vaultContract, holdings, options) => build(vaultContract, holdings, tip, { ...options, kind }),
    amountOf: () => amount,
    ...(keep && { keep }),
  };
};
