import { isLocalNetwork, type Network } from '@weir/covenants';
import { defaultNotice, LEAST_LOCAL_NOTICE, LEAST_PLAN_NOTICE, MAX_PLAN_NOTICE, stopDefaults } from '@weir/kinds';
import { ServiceError } from './service-error.js';

/** What the sender may do to periods that have not fallen due. */
export interface Stops {
  readonly cancelable: boolean;
  readonly pausable: boolean;
}

/**
 * Reads whether a payment can be cancelled (by default it can) and paused (by default as cancelled).
 *
 * @throws ServiceError SCHEDULE_UNSOUND where it can be paused but not cancelled
 */
export const parseStops = (given: { readonly [Name in keyof Stops]?: boolean | undefined }): Stops => {
  const { cancelable, pausable } = stopDefaults(given);
  if (cancelable || !pausable) return { cancelable, pausable };
  throw new ServiceError(
    'SCHEDULE_UNSOUND',
    'pausable must be false when cancelable is false: a pause that the sender never ends would lock the money forever',
    { field: 'pausable', given: true },
  );
};

/** Returns the shortest notice of a new deployment, blocks. */
export const leastNotice = (network: Network): number =>
  isLocalNetwork(network) ? LEAST_LOCAL_NOTICE : LEAST_PLAN_NOTICE;

/**
 * Reads the notice of a new deployment, blocks: 36 by default and 12 at least; on local networks 6, and on the devnet 6
 * by default.
 *
 * @throws ServiceError INVALID_REQUEST
 */
export const parseNotice = (given: number | undefined, network: Network): number => {
  const least = leastNotice(network);
  if (given === undefined) return defaultNotice(network);
  if (Number.isInteger(given) && given >= least && given <= MAX_PLAN_NOTICE) return given;
  throw new ServiceError(
    'INVALID_REQUEST',
    `cancelNoticeBlocks must be from ${least} to ${MAX_PLAN_NOTICE}: watchers need that time to push. Omit it for ${defaultNotice(network)}`,
    { field: 'cancelNoticeBlocks', given, least },
  );
};
