import type { Insertable, Selectable } from 'kysely';
import type { AirdropLanesTable, AirdropStepsTable } from './airdrop-tables.js';
import type { LaneRecord, LaneState, LaneStep, NewLaneStep } from './campaign-record.js';

/** The columns of a step that hold the state it left. */
export const STATE_COLUMNS = [
  'txHash',
  'vout',
  'satoshis',
  'commitment',
  'units',
  'companionSatoshis',
  'companionAmount',
  'companionNft',
] as const;

type StateColumns = Pick<Selectable<AirdropStepsTable>, (typeof STATE_COLUMNS)[number]>;

const companionOf = ({
  companionSatoshis: satoshis,
  companionAmount: amount,
  companionNft: nft,
}: StateColumns): LaneState['companion'] => (satoshis === null || amount === null ? null : { satoshis, amount, nft });

const stateOf = (row: StateColumns): LaneState | null => {
  const { txHash: txid, vout, satoshis, commitment, units } = row;
  return vout === null || satoshis === null || commitment === null
    ? null
    : { txid, vout, satoshis, commitment, units: units ?? 0n, companion: companionOf(row) };
};

const claimOf = (row: Selectable<AirdropStepsTable>): LaneStep['claim'] => {
  const { recipient, recipientHash: recipientHash, count, amount, rowNumber } = row;
  if (recipient === null || recipientHash === null || count === null) return null;
  return { recipient, recipientHash: recipientHash.toString('hex'), amount, row: rowNumber, count: count };
};

/** Converts a row to a lane's step. */
export const toLaneStep = (row: Selectable<AirdropStepsTable>): LaneStep => ({
  id: row.id,
  campaignId: row.campaignId,
  lane: row.lane,
  sequence: row.sequence,
  kind: row.kind,
  txHash: row.txHash,
  state: stateOf(row),
  claim: claimOf(row),
  toCreator: row.toCreator,
  source: row.source,
  isMined: row.mined,
  createdAt: row.createdAt,
});

/** Converts a lane with the columns of its latest step. */
export const toLaneRecord = (row: Selectable<AirdropLanesTable> & StateColumns): LaneRecord => ({
  campaignId: row.campaignId,
  lane: row.lane,
  claimsDue: row.claimsDue,
  claims: row.claims,
  claimedAmount: row.claimedAmount,
  head: row.head,
  closed: row.closed,
  finalSequence: row.finalSequence,
  headTxHash: row.txHash,
  state: stateOf(row),
});

const unitsColumn = (state: LaneState | null): bigint | null =>
  state === null || state.units === 0n ? null : state.units;

/** Returns the columns of a step, without its place. */
export const toNewStepRow = (
  step: NewLaneStep,
): Omit<Insertable<AirdropStepsTable>, 'id' | 'campaignId' | 'lane' | 'sequence'> => ({
  kind: step.kind,
  txHash: step.txHash,
  vout: step.state?.vout ?? null,
  satoshis: step.state?.satoshis ?? null,
  commitment: step.state?.commitment ?? null,
  units: unitsColumn(step.state),
  companionSatoshis: step.state?.companion?.satoshis ?? null,
  companionAmount: step.state?.companion?.amount ?? null,
  companionNft: step.state?.companion?.nft ?? null,
  recipient: step.claim?.recipient ?? null,
  recipientHash: step.claim === null ? null : Buffer.from(step.claim.recipientHash, 'hex'),
  rowNumber: step.claim?.row ?? null,
  count: step.claim?.count ?? null,
  amount: step.claim?.amount ?? 0n,
  toCreator: step.toCreator,
  source: step.source,
  mined: step.isMined,
});
