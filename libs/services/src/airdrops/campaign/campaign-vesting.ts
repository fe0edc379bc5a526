import { findVestedListProblem, leastLeft, type LockSchedule, lockVesting, P2PKH_DUST } from '@weir/covenants';
import type { CampaignVesting, NewCampaign } from '@weir/infra';
import { MIN_VESTED_ROW } from '@weir/kinds';
import { assertSoundCliff } from '../../shared/assert-sound-cliff.js';
import type { ParsedAsset } from '../../shared/parse-asset.js';
import { invalidTime, parseCliff, parseReachable, parseTime } from '../../shared/parse-time.js';
import { ServiceError } from '../../shared/service-error.js';
import type { CreateCampaignInput } from './airdrops.types.js';

type VestingInput = NonNullable<CreateCampaignInput['vesting']>;

/** Returns the schedule by which the rows of a list vest, as their locks have it. */
export const lockScheduleOf = ({
  startTime,
  endTime,
  cliffTimestamp,
  intervalSeconds,
}: Omit<CampaignVesting, 'streamType'>): LockSchedule => {
  const step = intervalSeconds ?? 1;
  return {
    start: BigInt(startTime),
    cliff: BigInt(cliffTimestamp ?? startTime),
    step: BigInt(step),
    steps: BigInt(Math.floor((endTime - startTime) / step)),
  };
};

/** Returns the least that a row of a campaign's list may have, satoshis or base units. */
export const minRowOf = ({ tokenType, vesting }: Pick<NewCampaign, 'tokenType' | 'vesting'>): bigint => {
  if (tokenType !== 'BCH') return 1n;
  return vesting === null ? P2PKH_DUST : MIN_VESTED_ROW;
};

/** Reads the seconds of a step; null of a continuous schedule. @param duration seconds */
const parseInterval = ({ streamType, intervalSeconds }: VestingInput, duration: number): number | null => {
  const field = 'vesting.intervalSeconds';
  if (streamType === 'LINEAR') {
    if (intervalSeconds === undefined) return null;
    throw invalidTime(field, 'is for a STEP schedule: leave it out of a LINEAR one', intervalSeconds);
  }
  if (intervalSeconds === undefined)
    throw new ServiceError('INVALID_REQUEST', `${field} is required for a STEP schedule`, { field });
  if (intervalSeconds < 1) throw invalidTime(field, 'must be whole seconds, at least 1', intervalSeconds);
  if (duration % intervalSeconds === 0) return intervalSeconds;
  const steps = Math.max(1, Math.round(duration / intervalSeconds));
  throw invalidTime(
    field,
    `must divide the time from vesting.startTime to vesting.endTime evenly: ${duration} seconds are not a multiple of it. With ${steps} of these steps endTime is startTime + ${steps * intervalSeconds}`,
    intervalSeconds,
  );
};

/** The names of the times in a request. */
const FIELDS = { cliff: 'vesting.cliffTimestamp', start: 'vesting.startTime', end: 'vesting.endTime' } as const;

/**
 * Reads when the rows of a list vest; null where claims pay at once. The smallest row that a list may have decides whether
 * the cliff is sound: then every row is.
 *
 * @throws ServiceError INVALID_REQUEST, INVALID_TIME, SCHEDULE_UNSOUND with the nearest sound cliff
 */
export const parseVesting = (
  { vesting, requireKyc }: Pick<CreateCampaignInput, 'vesting' | 'requireKyc'>,
  { tokenType }: ParsedAsset,
): CampaignVesting | null => {
  if (vesting === undefined) return null;
  if (requireKyc !== true)
    throw new ServiceError('INVALID_REQUEST', 'vesting is for a campaign with a list: set requireKyc too', {
      field: 'vesting',
      given: vesting,
    });
  const start = Number(parseTime(vesting.startTime, 'vesting.startTime'));
  // A lock pays the last of it at a locktime that is past its end.
  const end = Number(parseReachable(vesting.endTime, 'vesting.endTime'));
  if (end <= start) throw invalidTime('vesting.endTime', 'must be after vesting.startTime', end);
  const { streamType } = vesting;
  const intervalSeconds = parseInterval(vesting, end - start);
  const cliff = parseCliff(vesting.cliffTimestamp, [BigInt(start), BigInt(end)], FIELDS);
  const parsed = {
    streamType,
    startTime: start,
    endTime: end,
    cliffTimestamp: cliff === undefined ? null : Number(cliff),
    intervalSeconds,
  };
  const schedule = lockScheduleOf(parsed);
  const least = leastLeft(tokenType);
  const total = minRowOf({ tokenType, vesting: parsed });
  assertSoundCliff(lockVesting({ ...schedule, total }), least, 'vesting.cliffTimestamp');
  const problem = findVestedListProblem(schedule, tokenType);
  if (problem === undefined) return parsed;
  throw new ServiceError('INVALID_REQUEST', `This schedule is not valid for a lock: ${problem}`, {
    field: 'vesting',
    problem,
  });
};
