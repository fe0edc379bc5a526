import type { CampaignRecord, CurrencyPaymentRecord, ProposalSubject, StreamRecord, VaultRecord } from '@weir/infra';
import { ServiceError } from '../../shared/service-error.js';
import type { VaultContext } from '../vault-context.js';

/** What records are called whose type is not a word for them. */
const WORDS: Readonly<Partial<Record<string, string>>> = { currency: 'payment in a currency' };

/** What a vault must be of a record that its proposal names, and why it is refused otherwise. */
const SENDER = (type: string): string => `This vault is not the sender of the ${type}: set vaultId when you create it`;
const RECIPIENT = (type: string): string => `This vault is not the recipient of the ${type}`;

/**
 * Returns a record that a proposal names. Its sender must be the vault: the vault could fund another's all the same, and what
 * returns would go to somebody else. Of a move to another address the recipient must be.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN
 */
const ownRecord = <Row>(
  row: Row | undefined,
  ownerOf: (row: Row) => string,
  { type, id }: ProposalSubject,
  { lockingBytecode, contractAddress }: VaultRecord,
  refusal = SENDER,
): Row => {
  if (row === undefined) {
    const message = `There is no ${WORDS[type] ?? type} with the id ${id}. Unfunded records are deleted when they expire`;
    throw new ServiceError('NOT_FOUND', message, { type, id });
  }
  // A script is compared by its locking bytecode.
  if (ownerOf(row) === lockingBytecode) return row;
  throw new ServiceError('FORBIDDEN', refusal(WORDS[type] ?? type), { type, id, vaultAddress: contractAddress });
};

const senderHashOf = ({ senderHash }: { readonly senderHash: string }): string => senderHash;

/** Loads a stream or payment of a vault. @throws ServiceError NOT_FOUND, FORBIDDEN */
export const loadGrantedRow = async ({ streams }: VaultContext, subject: ProposalSubject, vault: VaultRecord) => {
  const row = await streams.findById(subject.id);
  return ownRecord(row?.product === subject.type ? row : undefined, senderHashOf, subject, vault);
};

/** Loads a payment in a currency of a vault. @throws ServiceError NOT_FOUND, FORBIDDEN */
export const loadGrantedCurrency = async (
  { currencyPayments }: VaultContext,
  subject: ProposalSubject,
  vault: VaultRecord,
): Promise<CurrencyPaymentRecord> =>
  ownRecord(await currencyPayments.findById(subject.id), senderHashOf, subject, vault);

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

const recipientHashOf = ({ recipientHash }: StreamRecord): string => recipientHash;

/** Loads the streams, payments and locks that a proposal names and a vault receives, in order. @throws ServiceError NOT_FOUND, FORBIDDEN */
export const loadReceivedRows = async (
  { streams }: VaultContext,
  subjects: readonly ProposalSubject[],
  vault: VaultRecord,
): Promise<StreamRecord[]> => {
  const found = new Map((await streams.findByIds(subjects.map(({ id }) => id))).map((row) => [row.id, row]));
  return subjects.map((subject) => {
    const row = found.get(subject.id);
    return ownRecord(row?.product === subject.type ? row : undefined, recipientHashOf, subject, vault, RECIPIENT);
  });
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
