import type { Selectable } from 'kysely';
import type { ActivityStatus, AirdropStatus, ProposalStatus, TokenType } from '@weir/api-contract/words';
import { TOKEN_TYPES, type Activity, type PaymentPeriod, type PaymentStatus, type PurseStatus } from '@weir/kinds';
import type { AirdropCampaignsTable, StreamsTable } from '../generated/tables.js';
import type { StreamStatus } from '../sql/columns.js';

/** Which rows the explorer shows. All given conditions must hold. */
export interface ActivityFilter {
  readonly activity?: Activity | undefined;
  readonly tokenType?: TokenType | undefined;
  /** FUNDED: any but PENDING. */
  readonly status?: ActivityStatus | 'FUNDED' | undefined;
}

/** The order of a page: by creation, or BCH by amount. */
export type ActivitySort = 'newest' | 'oldest' | 'largest';

type StatusWords = Readonly<Record<ActivityStatus, readonly string[]>>;

const WORDS: StatusWords = {
  PENDING: ['PENDING'],
  ACTIVE: ['ACTIVE'],
  COMPLETED: ['COMPLETED'],
  CANCELLED: ['CANCELLED'],
};

/** What each product calls the explorer's statuses. */
const STATUS_WORDS: Readonly<Record<Activity, StatusWords>> = {
  STREAM: WORDS,
  PAYMENT: { ...WORDS, ACTIVE: ['ACTIVE', 'PAUSED'] },
  AIRDROP: WORDS,
  // A STALE proposal can be approved again, so it is still pending.
  TREASURY: { PENDING: [], ACTIVE: ['PENDING', 'APPROVED', 'STALE'], COMPLETED: ['EXECUTED'], CANCELLED: ['REJECTED'] },
  CURRENCY_PAYMENT: { ...WORDS, ACTIVE: ['ACTIVE', 'PAUSED'] },
  // One whose opening the chain took back is not shown.
  PURSE: { PENDING: [], ACTIVE: ['ACTIVE'], COMPLETED: ['CLOSED'], CANCELLED: ['HOME'] },
};

/** Returns the explorer's status of a record's own. */
export const activityStatusOf = (activity: Activity, own: string): ActivityStatus => {
  const found = (Object.keys(WORDS) as ActivityStatus[]).find((status) => STATUS_WORDS[activity][status].includes(own));
  if (found === undefined)
    throw new Error(`A record of kind ${activity} has a status that the explorer does not know: ${own}`);
  return found;
};

/** What the keys of a product's rows begin with, where its table holds those of another too. */
const PREFIXES: Readonly<Record<Activity, string>> = {
  STREAM: 'stream',
  PAYMENT: 'payment',
  AIRDROP: '',
  TREASURY: '',
  CURRENCY_PAYMENT: '',
  PURSE: '',
};

/** Returns a product's own statuses behind the explorer's; all of them where it filters none. */
export const statusesOf = (activity: Activity, status: ActivityFilter['status']): readonly string[] => {
  const words = Object.entries(STATUS_WORDS[activity]) as [ActivityStatus, readonly string[]][];
  return words.filter(([each]) => letsThrough({ status }, each)).flatMap(([, own]) => own);
};

/** Returns whether a filter lets a status through. */
export const letsThrough = ({ status }: Pick<ActivityFilter, 'status'>, each: ActivityStatus): boolean =>
  status === undefined || (status === 'FUNDED' ? each !== 'PENDING' : each === status);

/** Returns the keys of a product's rows in BCH behind a filter: product and own status, as the indexes by amount have them. */
export const amountKeysOf = (activity: Activity, { status }: ActivityFilter): readonly string[] =>
  statusesOf(activity, status).map((own) => PREFIXES[activity] + own);

/**
 * Returns the keys (product, asset and own status as one text, as the indexes have them) of a product's rows behind a
 * filter; undefined where it asks for all of them.
 */
export const keysOf = (activity: Activity, { tokenType, status }: ActivityFilter): readonly string[] | undefined => {
  if (tokenType === undefined && status === undefined) return undefined;
  return everyKeyOf(activity, { tokenType, status });
};

/** Returns these keys also of a filter that asks for all of them. */
export const everyKeyOf = (activity: Activity, { tokenType, status }: ActivityFilter): readonly string[] =>
  (tokenType === undefined ? TOKEN_TYPES : [tokenType]).flatMap((type) =>
    statusesOf(activity, status).map((own) => PREFIXES[activity] + type + own),
  );

type StreamRow = Readonly<Selectable<StreamsTable>>;
type CampaignRow = Readonly<Selectable<AirdropCampaignsTable>>;

/**
 * What the explorer shows of every record. The sender of a proposal or purse is its vault; a campaign or purse has no recipient: it is empty. Amounts in
 * base units (satoshis for BCH), times in Unix seconds.
 */
interface CommonActivity extends Pick<
  StreamRow,
  'id' | 'sender' | 'recipient' | 'tokenType' | 'tokenCategory' | 'totalAmount' | 'createdAt'
> {
  readonly displayId: string;
  /** The plan it is one of, uuid, its display id, how many of it are funded, and what they hold together; null without a plan. */
  readonly planId: string | null;
  readonly planNumber: string | null;
  readonly planStreams: number | null;
  /** Base units; null while a part of it is not funded. */
  readonly planAmount: bigint | null;
  /** What its maker called it: of a payment, where it has no description, its recipient's name; null without any. */
  readonly title: string | null;
}

/** A stream, with the terms that its contract follows from. */
interface StreamActivity
  extends
    CommonActivity,
    Pick<StreamRow, 'withdrawnAmount' | 'streamType' | 'startTime' | 'endTime' | 'cliffTimestamp' | 'intervalSeconds'>,
    Pick<StreamRow, 'contract' | 'moveDelay' | 'initialCommitment' | 'planAnnouncement' | 'planGroup' | 'trancheList'> {
  readonly activity: 'STREAM';
  readonly status: StreamStatus;
  /** Whether its state is there, unspent. */
  readonly isOpen: boolean;
}

/** A payment in the explorer, with its periods. */
interface PaymentActivity extends CommonActivity, Pick<StreamRow, 'withdrawnAmount'> {
  readonly activity: 'PAYMENT';
  readonly status: StreamStatus;
  readonly paymentInterval: PaymentPeriod;
}

/** A campaign in the explorer, with its claims. */
interface AirdropActivity extends CommonActivity {
  readonly activity: 'AIRDROP';
  readonly status: AirdropStatus;
  readonly claimedAmount: bigint;
  readonly claimedCount: number;
  /** Null while its list is missing. */
  readonly maxClaims: CampaignRow['claims'];
}

/** A proposal of a public vault. */
export interface TreasuryActivity extends CommonActivity {
  readonly activity: 'TREASURY';
  readonly status: ProposalStatus;
}

/** A payment in a currency in the explorer: its total is what its funding paid in. */
interface CurrencyActivity extends CommonActivity, Pick<StreamRow, 'withdrawnAmount'> {
  readonly activity: 'CURRENCY_PAYMENT';
  readonly status: PaymentStatus;
  readonly paymentInterval: PaymentPeriod;
  /** Of a period, in the oracle's smallest units. */
  readonly amountPerPeriod: bigint;
  /** Null where it has no end. */
  readonly periods: number | null;
  /** Periods whose price is fixed. */
  readonly paymentCount: number;
  /** Three letters. */
  readonly currency: string;
  /** Of the oracle's units. */
  readonly decimals: number;
}

/** A purse of a public vault: its total is what was put in, `withdrawnAmount` what its payees got. */
interface PurseActivity extends CommonActivity, Pick<StreamRow, 'withdrawnAmount'> {
  readonly activity: 'PURSE';
  readonly status: PurseStatus;
}

/** A record of any product in the explorer. */
export type ActivityRecord =
  | StreamActivity
  | PaymentActivity
  | AirdropActivity
  | TreasuryActivity
  | CurrencyActivity
  | PurseActivity;

/** A record as a page's query returns it; columns of other products are null. */
export type ActivityRow = ActivityRecord & {
  /** What the page is ordered by. */
  readonly place: number | bigint;
};
