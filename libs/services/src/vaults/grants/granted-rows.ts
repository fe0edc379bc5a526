import type { CampaignRecord, ProposalSubject, StreamRecord, VaultRecord } from '@weir/infra';
import { ServiceError } from '../../shared/service-error.js';
import type { VaultContext } from '../vault-context.js';

/**
 * Returns a record that a proposal names. Its sender must be the vault: the vault could fund another's all the same, and what
 * returns would go to somebody else.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN
 */
const ownRecord = <Row>(
  row: Row | undefined,
  senderOf: (row: Row) => string,
  { type, id }: ProposalSubject,
  { lockingBytecode, contractAddress }: VaultRecord,
): Row => {
  if (row === undefined) {
    const message = `There is no ${type} with the id ${id}. Unfunded records are deleted when they expire`;
    throw new ServiceError('NOT_FOUND', message, { type, id });
  }
  // A script is compared by its locking bytecode.
  if (senderOf(row) === lockingBytecode) return row;
  const message = `This vault is not the sender of the ${type}: set vaultId when you create it`;
  throw new ServiceError('FORBIDDEN', message, { type, id, vaultAddress: contractAddress });
};

const senderHashOf = ({ senderHash }: { readonly senderHash: string }): string => senderHash;

/** Loads a stream or payment of a vault. @throws ServiceError NOT_FOUND, FORBIDDEN */
export const loadGrantedRow = async ({ streams }: VaultContext, subject: ProposalSubject, vault: VaultRecord) => {
  const row = await streams.findById(subject.id);
  return ownRecord(row?.product === subject.type ? row : undefined, senderHashOf, subject, vault);
};

/** Loads the rows of all streams and payments that a proposal names, in order. */
export const loadGrantedRows = async (
  context: VaultContext,
  subjects: readonly ProposalSubject[],
  vault: VaultRecord,
): Promise<StreamRecord[]> => {
  const rows: StreamRecord[] = [];
  for (const subject of subjects) rows.push(await loadGrantedRow(context, subject, vault));
  return rows;
};

/** Loads a plan of a vault that was made of a list. @throws ServiceError NOT_FOUND, FORBIDDEN */
export const loadGrantedPlan = async ({ plans }: VaultContext, subject: ProposalSubject, vault: VaultRecord) =>
  ownRecord(await plans.findById(subject.id), senderHashOf, subject, vault);

/** Loads a campaign whose creator is a vault. @throws ServiceError NOT_FOUND, FORBIDDEN */
export const loadGrantedCampaign = async (
  { airdrops: { airdrops } }: VaultContext,
  subject: ProposalSubject,
  vault: VaultRecord,
): Promise<CampaignRecord> =>
  ownRecord(await airdrops.findById(subject.id), ({ creatorHash }) => creatorHash, subject, vault);
