import type { Insertable, Selectable } from 'kysely';
import type { AirdropLanesTable, AirdropStepsTable } from './airdrop-tables.js';
import type { LaneRecord, LaneState, LaneStep, NewLaneStep } from './campaign-record.js';

/** The columns of a step that hold the state it left. */
export const STATE_COLUMNS = [
  'tx_hash',
  'vout',
  'satoshis',
  'commitment',
  'units',
  'companion_satoshis',
  'companion_amount',
  'companion_nft',
] as const;

type StateColumns = Pick<Selectable<AirdropStepsTable>, (typeof STATE_COLUMNS)[number]>;

const companionOf = ({
  companion_satoshis: satoshis,
  companion_amount: amount,
  companion_nft: nft,
}: StateColumns): LaneState['companion'] => (satoshis === null || amount === null ? null : { satoshis, amount, nft });

const stateOf = (row: StateColumns): LaneState | null => {
  const { tx_hash: txid, vout, satoshis, commitment, units } = row;
  return vout === null || satoshis === null || commitment === null
    ? null
    : { txid, vout, satoshis, commitment, units: units ?? 0n, companion: companionOf(row) };
};

const claimOf = (row: Selectable<AirdropStepsTable>): LaneStep['claim'] => {
  const { recipient, recipient_hash: recipientHash, count, amount, row_number } = row;
  if (recipient === null || recipientHash === null || count === null) return null;
  return { recipient, recipientHash: recipientHash.toString('hex'), amount, row: row_number, count: Number(count) };
};

/** Converts a row to a lane's step. */
export const toLaneStep = (row: Selectable<AirdropStepsTable>): LaneStep => ({
  id: row.id,
  campaignId: row.campaign_id,
  lane: row.lane,
  sequence: row.sequence,
  kind: row.kind,
  txHash: row.tx_hash,
  state: stateOf(row),
  claim: claimOf(row),
  toCreator: row.to_creator,
  source: row.source,
  isMined: row.mined,
  createdAt: Number(row.created_at),
});

/** Converts a lane with the columns of its latest step. */
export const toLaneRecord = (row: Selectable<AirdropLanesTable> & StateColumns): LaneRecord => ({
  campaignId: row.campaign_id,
  lane: row.lane,
  claimsDue: Number(row.claims_due),
  claims: Number(row.claims),
  claimedAmount: row.claimed_amount,
  head: row.head,
  closed: row.closed,
  finalSequence: row.final_sequence,
  headTxHash: row.tx_hash,
  state: stateOf(row),
});

const unitsColumn = (state: LaneState | null): bigint | null =>
  state === null || state.units === 0n ? null : state.units;

/** Returns the columns of a step, without its place. */
export const toNewStepRow = (
  step: NewLaneStep,
): Omit<Insertable<AirdropStepsTable>, 'id' | 'campaign_id' | 'lane' | 'sequence'> => ({
  kind: step.kind,
  tx_hash: step.txHash,
  vout: step.state?.vout ?? null,
  satoshis: step.state?.satoshis ?? null,
  commitment: step.state?.commitment ?? null,
  units: unitsColumn(step.state),
  companion_satoshis: step.state?.companion?.satoshis ?? null,
  companion_amount: step.state?.companion?.amount ?? null,
  companion_nft: step.state?.companion?.nft ?? null,
  recipient: step.claim?.recipient ?? null,
  recipient_hash: step.claim === null ? null : Buffer.from(step.claim.recipientHash, 'hex'),
  row_number: step.claim?.row ?? null,
  count: step.claim?.count ?? null,
  amount: step.claim?.amount ?? 0n,
  to_creator: step.toCreator,
  source: step.source,
  mined: step.isMined,
});
