import { binToHex, type TransactionCommon } from '@bitauth/libauth';
import { encodePlanState, findPlanFunding, groupKey, type PlanContract, type PlanPart } from '@weir/covenants';
import type { ProposalSubject, VaultRecord } from '@weir/infra';
import { assertUnexpired } from '../../shared/keeping.js';
import type { FundingPlace } from '../../shared/second-funding.js';
import { ServiceError } from '../../shared/service-error.js';
import type { VaultContext } from '../vault-context.js';
import type { OpeningKind } from './grant-request.js';
import { loadGrantedPlan, loadGrantedRow } from './granted-rows.js';
import { planPartOf } from './plan-of-rows.js';

/** Kinds of openings that are plans on the chain. */
export type PlanOpeningKind = Exclude<OpeningKind, 'airdrop'>;

/** What is to be opened: one funding that is not there yet. */
export interface Unopened {
  readonly part: PlanPart;
  /** 64 lower-case hex digits; null for BCH. */
  readonly tokenCategory: string | null;
}

const alreadyOpen = ({ type, id }: ProposalSubject, status: string): ServiceError =>
  new ServiceError('WRONG_STATE', `The ${type} is ${status}: there is nothing left to open. Reject the proposal`, {
    type,
    id,
    status,
  });

const unopenedRow = async (subject: ProposalSubject, vault: VaultRecord, context: VaultContext): Promise<Unopened> => {
  const row = await loadGrantedRow(subject, vault, context);
  if (row.status !== 'PENDING') throw alreadyOpen(subject, row.status);
  assertUnexpired(row.expiresAt, context);
  return { part: planPartOf([row], context.network), tokenCategory: row.tokenCategory };
};

/** The first part of a plan that no transaction has opened: a list that does not fit one has several. */
const unopenedPart = async (subject: ProposalSubject, vault: VaultRecord, context: VaultContext): Promise<Unopened> => {
  const { plan, plans } = await loadGrantedPlan(subject, vault, context);
  assertUnexpired(plan.expiresAt, context);
  const part = await plans.nextPart(plan.id);
  if (part === undefined) throw alreadyOpen(subject, plan.status);
  return { part, tokenCategory: plan.tokenCategory };
};

/**
 * What a proposal opens, while it is still to be opened: without the chain.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, RECORD_EXPIRED
 */
export const findUnopened = (
  kind: PlanOpeningKind,
  subject: ProposalSubject,
  vault: VaultRecord,
  context: VaultContext,
): Promise<Unopened> => (kind === 'plan' ? unopenedPart : unopenedRow)(subject, vault, context);

/** The first stream of a part, with its contract. */
export const firstOf = ({
  contracts,
  streams,
}: PlanPart): { readonly contract: PlanContract; readonly stream: PlanPart['streams'][number] } => {
  const [stream] = streams;
  const contract = stream && contracts.find(({ group }) => groupKey(group) === groupKey(stream.group));
  if (stream === undefined || contract === undefined) throw new Error('A funding opens a stream at least');
  return { contract, stream };
};

/** Whether a transaction opens all of a part, as it is. */
export const opens = (part: PlanPart, transaction: TransactionCommon, txid = ''): boolean => {
  const found = findPlanFunding(firstOf(part).contract.network, txid, transaction);
  if (!found.ok || binToHex(part.terms.nonce) !== binToHex(found.plan.terms.nonce)) return false;
  const opened = new Map(found.plan.streams.map(({ coin }) => [coin.state.index, coin.principal]));
  return part.streams.every(({ state, principal }) => opened.get(state.index) === principal);
};

/** Where a part would lie, and how its funding is told from a stranger's with the same nonce. */
export const placeOf = (part: PlanPart): FundingPlace => {
  const { contract, stream } = firstOf(part);
  const commitment = encodePlanState(part.terms.product, stream.state, stream.reserve);
  const units = BigInt(stream.state.index);
  return {
    lockingBytecode: contract.lockingBytecode,
    mayFund: ({ token }) =>
      token?.nft?.capability === 'mutable' && token.nft.commitment === commitment && token.amount === units,
    funds: ({ txid, transaction }) => opens(part, transaction, txid),
  };
};
