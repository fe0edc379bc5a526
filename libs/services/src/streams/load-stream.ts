import type { StreamHistory, StreamRecord } from '@weir/infra';
import { MAY_HAVE_EXPIRED } from '../shared/keeping.js';
import { ServiceError } from '../shared/service-error.js';
import type { StreamContext } from './stream-context.js';

const notFound = (product: StreamContext['product'], id: string): ServiceError =>
  new ServiceError('NOT_FOUND', `There is no ${product ?? 'stream'} with this id. ${MAY_HAVE_EXPIRED}`, { id });

/**
 * The stored stream (or payment, for their use cases) with this id.
 *
 * @throws ServiceError NOT_FOUND
 */
export const loadStream = async (
  { streams, product }: Pick<StreamContext, 'streams' | 'product'>,
  id: string,
): Promise<StreamRecord> => {
  const stream = await streams.findById(id);
  if (stream !== undefined && (product === undefined || stream.product === product)) return stream;
  throw notFound(product, id);
};

/**
 * The same with its payments, steps and events, all as they stood at one moment.
 *
 * @throws ServiceError NOT_FOUND
 */
export const loadHistory = async (
  { streams, product }: Pick<StreamContext, 'streams' | 'product'>,
  id: string,
): Promise<StreamHistory> => {
  const history = await streams.history(id);
  if (history !== undefined && (product === undefined || history.stream.product === product)) return history;
  throw notFound(product, id);
};
