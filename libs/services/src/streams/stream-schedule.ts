import { viewTime } from '../shared/chain-time.js';
import { loadStream } from './load-stream.js';
import type { StreamContext } from './stream-context.js';
import { planOf, type StreamPlan } from './stream-plan.js';
import { toStreamView } from './stream-view.js';
import type { SchedulePoint, StreamView } from './streams.types.js';

/** The vesting curve of a plan in points for a chart. */
export const schedulePoints = (plan: StreamPlan, points: number): SchedulePoint[] =>
  plan.curve(points).map(({ time, vested }) => ({ time: Number(time), vestedAmount: vested }));

/** A stream with its vesting curve. See {@link StreamsService.schedule}. */
export const streamSchedule = async (
  id: string,
  points: number,
  context: StreamContext,
): Promise<{ stream: StreamView; schedule: readonly SchedulePoint[] }> => {
  const stream = await loadStream(context, id);
  return { stream: toStreamView(stream, await viewTime(context)), schedule: schedulePoints(planOf(stream), points) };
};
