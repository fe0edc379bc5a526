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
export const parseStops = ({
  cancelable = true,
  pausable = cancelable,
}: {
  readonly [Name in keyof Stops]?: boolean | undefined;
}): Stops => {
  if (cancelable || !pausable) return { cancelable, pausable };
  throw new ServiceError(
    'SCHEDULE_UNSOUND',
    'pausable must be false where cancelable is: only the sender ends a pause, and one that they never end would lock the money up for ever',
    { field: 'pausable', given: true },
  );
};
