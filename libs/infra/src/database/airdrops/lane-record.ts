import type { Insertable, Selectable } from 'kysely';
import type { AirdropLanesTable, AirdropStepsTable } from './airdrop-tables.js';

type StepRow = Selectable<AirdropStepsTable>;

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

type StateColumns = Pick<StepRow, (typeof STATE_COLUMNS)[number]>;

/** Returns the tokens at the next index; null where the asset is BCH. */
const companionOf = ({ companionSatoshis: satoshis, companionAmount: amount, companionNft: nft }: StateColumns) =>
  satoshis === null || amount === null ? null : { satoshis, amount, nft };

/**
 * Returns the state output that a step left; null where it ended the lane. `units`: of the campaign's category in it, the closing unit,
 * where its holder left it there; otherwise 0.
 */
const stateOf = (row: StateColumns) => {
  const { txHash: txid, vout, satoshis, commitment, units } = row;
  return vout === null || satoshis === null || commitment === null
    ? null
    : { txid, vout, satoshis, commitment, units: units ?? 0n, companion: companionOf(row) };
};

/** Returns the recipient that a claim paid; null for other steps. `count`: how many claims they have made, this one included. */
const claimOf = ({ recipient, recipientHash, count, amount, rowNumber: row }: StepRow) =>
  recipient === null || recipientHash === null || count === null
    ? null
    : { recipient, recipientHash: recipientHash.toString('hex'), amount, row, count };

export type LaneState = Readonly<NonNullable<ReturnType<typeof stateOf>>>;
export type NewLaneClaim = Readonly<NonNullable<ReturnType<typeof claimOf>>>;

/** One step of a lane, to be recorded. */
export interface NewLaneStep extends Readonly<Pick<StepRow, 'kind' | 'txHash' | 'toCreator' | 'source' | 'mined'>> {
  readonly state: LaneState | null;
  readonly claim: NewLaneClaim | null;
}

/** A step of a lane as it is stored. */
export interface LaneStep
  extends NewLaneStep, Readonly<Pick<StepRow, 'id' | 'campaignId' | 'lane' | 'sequence' | 'createdAt'>> {}

/** A lane with its latest state: null once it has ended. */
export type LaneRecord = Readonly<Selectable<AirdropLanesTable>> & {
  /** The transaction of its latest step. */
  readonly headTxHash: string;
  readonly state: LaneState | null;
};

/** Reads a row. */
export const toLaneStep = (row: StepRow): LaneStep => ({ state: stateOf(row), claim: claimOf(row), ...row });

/** Reads a lane with the columns of its latest step. */
export const toLaneRecord = (row: Selectable<AirdropLanesTable> & StateColumns): LaneRecord => {
  const { txHash, vout, satoshis, commitment, units, companionSatoshis, companionAmount, companionNft, ...lane } = row;
  const state = { txHash, vout, satoshis, commitment, units, companionSatoshis, companionAmount, companionNft };
  return { headTxHash: txHash, state: stateOf(state), ...lane };
};

/** Returns the columns of a step, without its place. */
export const toNewStepRow = ({
  state,
  claim,
  ...columns
}: NewLaneStep): Omit<Insertable<AirdropStepsTable>, 'id' | 'campaignId' | 'lane' | 'sequence'> => ({
  vout: state?.vout ?? null,
  satoshis: state?.satoshis ?? null,
  commitment: state?.commitment ?? null,
  units: state === null || state.units === 0n ? null : state.units,
  companionSatoshis: state?.companion?.satoshis ?? null,
  companionAmount: state?.companion?.amount ?? null,
  companionNft: state?.companion?.nft ?? null,
  recipient: claim?.recipient ?? null,
  recipientHash: claim === null ? null : Buffer.from(claim.recipientHash, 'hex'),
  rowNumber: claim?.row ?? null,
  count: claim?.count ?? null,
  amount: claim?.amount ?? 0n,
  ...columns,
});
