import type { PlanRecord, ProposalSubject, StreamRecord, VaultRecord } from '@weir/infra';
import { ServiceError } from '../../shared/service-error.js';
import type { VaultContext } from '../vault-context.js';
import type { GrantedPlans } from './granted-plans.js';
import { asPlanRow, type PlanRow } from './plan-of-rows.js';

/** The refusal of a record that does not exist. */
export const notFound = ({ type, id }: ProposalSubject): ServiceError =>
  new ServiceError('NOT_FOUND', `There is no ${type} with the id ${id}. One that nobody funded is removed in time`, {
    type,
    id,
  });

/**
 * Refuses a record whose sender is another than the vault: the vault could fund it all the same, and what returns would go to
 * somebody else.
 *
 * @throws ServiceError FORBIDDEN
 */
export const assertVaultSends = (
  senderHash: string,
  { type, id }: ProposalSubject,
  { lockingBytecode, contractAddress }: Pick<VaultRecord, 'lockingBytecode' | 'contractAddress'>,
): void => {
  // A script is compared by its locking bytecode.
  if (senderHash === lockingBytecode) return;
  throw new ServiceError(
    'FORBIDDEN',
    `This vault is not the sender of the ${type}: name the vault by vaultId when it is created`,
    { type, id, vaultAddress: contractAddress },
  );
};

/**
 * A stream or payment of a vault's.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE
 */
export const loadGrantedRow = async (
  subject: ProposalSubject,
  vault: VaultRecord,
  { streams }: Pick<VaultContext, 'streams'>,
): Promise<PlanRow> => {
  const row: StreamRecord | undefined = await streams.findById(subject.id);
  if (row?.product !== subject.type) throw notFound(subject);
  assertVaultSends(row.senderHash, subject, vault);
  return asPlanRow(row);
};

/** The rows of all streams and payments that a proposal names, in order. */
export const loadGrantedRows = async (
  subjects: readonly ProposalSubject[],
  vault: VaultRecord,
  context: Pick<VaultContext, 'streams'>,
): Promise<PlanRow[]> => {
  const rows: PlanRow[] = [];
  for (const subject of subjects) rows.push(await loadGrantedRow(subject, vault, context));
  return rows;
};

/**
 * A plan of a vault's that somebody made of a list, and what knows of its parts.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN
 */
export const loadGrantedPlan = async (
  subject: ProposalSubject,
  vault: VaultRecord,
  { plans }: Pick<VaultContext, 'plans'>,
): Promise<{ readonly plan: PlanRecord; readonly plans: GrantedPlans }> => {
  const plan = await plans?.find(subject.id);
  if (plans === undefined || plan === undefined) throw notFound(subject);
  assertVaultSends(plan.senderHash, subject, vault);
  return { plan, plans };
};
