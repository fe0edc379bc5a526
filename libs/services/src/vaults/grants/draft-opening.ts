import { binToHex } from '@bitauth/libauth';
import { principalOf, proposePlanFunding } from '@weir/covenants';
import type { ProposalSubject, VaultRecord } from '@weir/infra';
import { nextPart } from '../../plans/stored-plan.js';
import { onChain } from '../../shared/chain-errors.js';
import { type ExpectedPart, placeOfPart } from '../../shared/compare-part.js';
import { assertUnexpired } from '../../shared/retention.js';
import { refuseSecondFunding } from '../../shared/second-funding.js';
import { ServiceError } from '../../shared/service-error.js';
import type { VaultContext } from '../vault-context.js';
import type { OpeningKind, ProposalDraft } from './grant-request.js';
import { loadGrantedPlan, loadGrantedRow } from './granted-rows.js';

/** Kinds of openings that are plans on the chain. */
export type PlanOpeningKind = Exclude<OpeningKind, 'airdrop'>;

/** What is to be opened: one funding that is not there yet. */
export interface Unopened extends ExpectedPart {
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

const unopenedRow = async (context: VaultContext, subject: ProposalSubject, vault: VaultRecord): Promise<Unopened> => {
  const row = await loadGrantedRow(context, subject, vault);
  if (row.status !== 'PENDING') throw alreadyOpen(subject, row.status);
  assertUnexpired(row.expiresAt, context);
  return { part: context.contracts.fundingOf(row).part, tokenCategory: row.tokenCategory };
};

/** The first part of a plan that no transaction has opened: a list that does not fit one has several. */
const unopenedPart = async (context: VaultContext, subject: ProposalSubject, vault: VaultRecord): Promise<Unopened> => {
  const plan = await loadGrantedPlan(context, subject, vault);
  assertUnexpired(plan.expiresAt, context);
  const next = await nextPart(context, plan.id);
  if (next === undefined) throw alreadyOpen(subject, plan.status);
  return { ...next, tokenCategory: plan.tokenCategory };
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
  const { keep, ...unopened } = await findUnopened(context, kind, subject, vault);
  const { part, tokenCategory } = unopened;
  await refuseSecondFunding(placeOfPart(unopened, context.network), context.chain);
  const tip = await onChain(() => context.chain.tip());
  // The terms name their groups in the order in which the streams have them.
  const [contract] = part.contracts;
  if (contract === undefined) throw new Error('A funding opens a stream at least');
  const amount = principalOf(part);
  return {
    terms: {
      kind,
      recipient: contract.address,
      recipientBytecode: binToHex(contract.lockingBytecode),
      tokenType: tokenCategory === null ? 'BCH' : 'FUNGIBLE_TOKEN',
      tokenCategory,
      coin: null,
      subjects: [subject],
    },
    build: (vaultContract, holdings, options) =>
      proposePlanFunding(vaultContract, holdings, part, tip, tokenCategory ?? undefined, { ...options, kind }),
    amountOf: () => amount,
    ...(keep && { keep }),
  };
};
