import type { PlanRecord, ProposalSubject, StreamRecord, VaultRecord } from '@weir/infra';
import type { GrantedPlans } from '../../plans/granted-plans.js';
import { ServiceError } from '../../shared/service-error.js';
import type { VaultContext } from '../vault-context.js';

/** Makes the refusal of a record that does not exist. */
export const notFound = ({ type, id }: ProposalSubject): ServiceError =>
  new ServiceError(
    'NOT_FOUND',
    `There is no ${type} with the id ${id}. Unfunded records are deleted when they expire`,
    {
      type,
      id,
    },
  );

/**
 * Checks that a record's sender is the vault: the vault could fund another's all the same, and what returns would go to
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
  throw new ServiceError('FORBIDDEN', `This vault is not the sender of the ${type}: set vaultId when you create it`, {
    type,
    id,
    vaultAddress: contractAddress,
  });
};

/**
 * Loads a stream or payment of a vault.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE
 */
export const loadGrantedRow = async (
  { streams }: Pick<VaultContext, 'streams'>,
  subject: ProposalSubject,
  vault: VaultRecord,
): Promise<StreamRecord> => {
  const row: StreamRecord | undefined = await streams.findById(subject.id);
  if (row?.product !== subject.type) throw notFound(subject);
  assertVaultSends(row.senderHash, subject, vault);
  return row;
};

/** Loads the rows of all streams and payments that a proposal names, in order. */
export const loadGrantedRows = async (
  context: Pick<VaultContext, 'streams'>,
  subjects: readonly ProposalSubject[],
  vault: VaultRecord,
): Promise<StreamRecord[]> => {
  const rows: StreamRecord[] = [];
  for (const subject of subjects) rows.push(await loadGrantedRow(context, subject, vault));
  return rows;
};

/**
 * Loads a plan of a vault that was made of a list, with the port that knows its parts.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN
 */
export const loadGrantedPlan = async (
  { plans }: Pick<VaultContext, 'plans'>,
  subject: ProposalSubject,
  vault: VaultRecord,
): Promise<{ readonly plan: PlanRecord; readonly plans: GrantedPlans }> => {
  const plan = await plans?.find(subject.id);
  if (plans === undefined || plan === undefined) throw notFound(subject);
  assertVaultSends(plan.senderHash, subject, vault);
  return { plan, plans };
};
