import type { StreamSchedule } from '@weir/covenants';
import { viewTime } from '../../shared/chain-time.js';
import { scheduleOf } from '../contract/stored-stream.js';
import { loadStream } from '../load-stream.js';
import type { StreamContext } from '../stream-context.js';
import { toStreamView } from './stream-view.js';

/** Computes the vesting curve of a stream in points for a chart. */
export const schedulePoints = (schedule: Pick<StreamSchedule, 'curve'>, points: number) =>
  schedule.curve(points).map(({ time, vested }) => ({ time: Number(time), vestedAmount: vested }));

/** Returns a stream with its vesting curve. */
export const streamSchedule = async (context: StreamContext, id: string, points: number) => {
  const stream = await loadStream(context, id);
  return {
    stream: toStreamView(stream, await viewTime(context)),
    schedule: schedulePoints(scheduleOf(stream), points),
  };
};
