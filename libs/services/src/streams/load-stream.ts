import type { StreamRecord } from '@weir/infra';
import { ServiceError } from '../shared/service-error.js';
import type { StreamContext } from './stream-context.js';

/**
 * The stored stream with this id.
 *
 * @throws ServiceError NOT_FOUND
 */
export const loadStream = async ({ streams }: Pick<StreamContext, 'streams'>, id: string): Promise<StreamRecord> => {
  const stream = await streams.findById(id);
  if (stream === undefined) throw new ServiceError('NOT_FOUND', 'There is no stream with this id', { id });
  return stream;
};
