import type { DueKind, DuePlace } from '@weir/infra';
import type { StreamContext } from '../stream-context.js';

/**
 * Creates the look at streams that anybody can end. Each call returns the ids of those behind the ones of the call before, then from
 * the first on again: many that cannot be ended, since their reserve is spent for example, keep no others waiting.
 *
 * @param limit of ids of one kind at a time
 */
export const createTurns = ({ streams }: Pick<StreamContext, 'streams'>, limit: number) => {
  const places = new Map<DueKind, DuePlace | undefined>();
  /** @param height block at which they can be ended */
  return async (kind: DueKind, height: number): Promise<readonly string[]> => {
    const { rows, next } = await streams.due(kind, { height, limit, after: places.get(kind) });
    places.set(kind, next);
    return rows.map(({ id }) => id);
  };
};
