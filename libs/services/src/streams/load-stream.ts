import type { StreamRecord } from '@weir/infra';
import { ServiceError } from '../shared/service-error.js';
import type { StreamContext } from './stream-context.js';

/**
 * The stored stream (or payment, for their use cases) with this id.
 *
 * @throws ServiceError NOT_FOUND
 */
export const loadStream = async ({ streams, product }: Pick<StreamContext, 'streams' | 'product'>, id: string): Promise<StreamRecord> => {
  const stream = await streams.findById(id);
  if (stream !== undefined && (product === undefined || stream.product === product)) return stream;
  throw new ServiceError('NOT_FOUND', `There is no ${product ?? 'stream'} with this id`, { id });
};
