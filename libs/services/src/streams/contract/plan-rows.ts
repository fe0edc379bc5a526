import { binToHex, hexToBin } from '@bitauth/libauth';
import { LRUCache } from 'lru-cache';
import {
  createPlanStream,
  memberFunding,
  paceTextOf,
  partyOfKey,
  planContractsOf,
  planStreamSchedule,
  planTermsOf,
  readHex,
  type MemberFunding,
  type Network,
  type PlanContract,
  type PlannedMember,
  type PlanOpening,
  type PlanTerms,
  type StreamModel,
  type StreamSchedule,
} from '@weir/covenants';
import { scriptHashOf, type NewStream, type PlanPlaceRecord, type StreamRecord } from '@weir/infra';

/** The columns that identify a stream of a plan, beside those of its place. */
export type PlanRow = Pick<NewStream, 'recipientHash' | 'totalAmount' | 'tokenCategory' | 'initialCommitment'> &
  Partial<Pick<StreamRecord, 'state'>>;

const openingOf = (row: PlanRow): PlanOpening => ({
  category: row.state?.category ?? '',
  commitment: row.initialCommitment,
  total: row.totalAmount,
  asset: row.tokenCategory ?? undefined,
  recipient: partyOfKey(row.recipientHash),
});

/** Returns the model of a row. @param contract of its group */
export const modelOfRow = (row: PlanRow, contract: PlanContract): StreamModel =>
  createPlanStream(contract, openingOf(row));

/** Returns how a row is funded. @param contract of its group */
export const fundingOfRow = (row: PlanRow, { reserve }: PlanPlaceRecord, contract: PlanContract): MemberFunding =>
  memberFunding(contract, { opening: openingOf(row), reserve });

/** Returns the contracts that a place's siblings share. */
export const contractsOfPlace = ({ announcement }: PlanPlaceRecord, network: Network): readonly PlanContract[] =>
  planContractsOf(hexToBin(announcement), network);

/** What of the terms of a plan tells what falls due. */
type PacedTerms = Pick<PlanTerms, 'product' | 'groups'>;

/** By what announcements have in common: thousands of plans differ only in their senders and nonces. */
const known = new LRUCache<string, PacedTerms>({ max: 5_000 });

const termsOf = (announcement: string): PacedTerms => {
  const text = paceTextOf(announcement);
  const found = known.get(text);
  if (found !== undefined) return found;
  // Whether a short notice is acceptable was judged when the row was made.
  const bytes = readHex(announcement);
  if (bytes === undefined) throw new Error('A stored announcement is no hexadecimal text');
  const { product, groups } = planTermsOf(bytes, 'devnet');
  const terms = { product, groups };
  known.set(text, terms);
  return terms;
};

/** Returns the schedule of a row of a plan. Constructs no contract. */
export const planScheduleOf = (
  row: Pick<PlanRow, 'totalAmount' | 'initialCommitment'>,
  { announcement, group: place }: Pick<PlanPlaceRecord, 'announcement' | 'group'>,
): StreamSchedule => {
  const { product, groups } = termsOf(announcement);
  const group = groups[place];
  if (group === undefined) throw new Error('A stored stream stands in a group that its plan does not have');
  return planStreamSchedule(
    { terms: { product }, group },
    { commitment: row.initialCommitment, total: row.totalAmount },
  );
};

/** Returns the columns of a new row for a planned stream. @param planId null of a plan of one */
export const memberColumns = (
  member: PlannedMember,
  planId: string | null,
): Pick<NewStream, 'contractAddress' | 'lockingBytecode' | 'scriptHash' | 'initialCommitment' | 'nonce'> & {
  readonly place: PlanPlaceRecord;
} => {
  const { contract, announcement, group, index, reserve, opening } = member;
  return {
    contractAddress: contract.address,
    lockingBytecode: binToHex(contract.lockingBytecode),
    scriptHash: scriptHashOf(contract.lockingBytecode),
    initialCommitment: opening.commitment,
    nonce: binToHex(contract.terms.nonce),
    place: { fundingId: undefined, planId, announcement: binToHex(announcement), group, index, reserve },
  };
};
