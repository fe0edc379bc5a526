import type { ActivityStatus, TokenType } from '@weir/api-contract/words';
import type { Activity } from './explorer-tables.js';

/** Which rows the explorer shows. All given conditions must hold. */
export interface ActivityFilter {
  readonly activity?: Activity | undefined;
  readonly tokenType?: TokenType | undefined;
  readonly status?: ActivityStatus | undefined;
}

export const ACTIVITIES: readonly Activity[] = ['STREAM', 'PAYMENT', 'AIRDROP', 'TREASURY'];
const TOKEN_TYPES: readonly TokenType[] = ['BCH', 'FUNGIBLE_TOKEN'];

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
  // A STALE proposal can be approved anew, so it is still pending.
  TREASURY: { PENDING: [], ACTIVE: ['PENDING', 'APPROVED', 'STALE'], COMPLETED: ['EXECUTED'], CANCELLED: ['REJECTED'] },
};

/** Returns the explorer's status of a record's own. */
export const activityStatusOf = (activity: Activity, own: string): ActivityStatus => {
  const found = (Object.keys(WORDS) as ActivityStatus[]).find((status) => STATUS_WORDS[activity][status].includes(own));
  if (found === undefined)
    throw new Error(`A record of kind ${activity} has a status the explorer has no word for: ${own}`);
  return found;
};

/** What the keys of a product's rows begin with, where its table holds those of another too. */
const PREFIXES: Readonly<Record<Activity, string>> = {
  STREAM: 'stream',
  PAYMENT: 'payment',
  AIRDROP: '',
  TREASURY: '',
};

/**
 * Returns the keys (product, asset and own status as one text, as the indexes have them) of a product's rows behind a
 * filter; undefined where it asks for all of them.
 */
export const keysOf = (activity: Activity, { tokenType, status }: ActivityFilter): readonly string[] | undefined => {
  if (tokenType === undefined && status === undefined) return undefined;
  const words = STATUS_WORDS[activity];
  const statuses = status === undefined ? Object.values(words).flat() : words[status];
  return (tokenType === undefined ? TOKEN_TYPES : [tokenType]).flatMap((type) =>
    statuses.map((own) => PREFIXES[activity] + type + own),
  );
};
