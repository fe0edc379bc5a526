import type { StreamRecord } from '@weir/infra';
import { type Caller, isCaller, parseParty, parseStandardParty, sameParty } from '../shared/parties.js';
import { MAY_HAVE_EXPIRED } from '../shared/retention.js';
import { type ErrorDetails, ServiceError } from '../shared/service-error.js';
import type { ServedProduct, StreamContext } from './stream-context.js';

/** Makes the refusal of an id that no stream (or payment) has. */
export const notFound = (serves: ServedProduct, id: string): ServiceError =>
  new ServiceError(
    'NOT_FOUND',
    `There is no ${serves === 'either' ? 'stream or payment' : serves} with this id. ${MAY_HAVE_EXPIRED}`,
    { id },
  );

const isServed = (serves: ServedProduct, { product }: Pick<StreamRecord, 'product'>): boolean =>
  serves === 'either' || serves === product;

/** Returns what a row is, in a word. */
export const wordOf = ({ product, contract }: Pick<StreamRecord, 'product' | 'contract'>): string =>
  contract === 'LOCK' ? 'lock' : product;

/**
 * Loads the stored stream (or payment) with this id.
 *
 * @throws ServiceError NOT_FOUND
 */
export const loadStream = async ({ streams, serves }: Pick<StreamContext, 'streams' | 'serves'>, id: string) => {
  const stream = await streams.findById(id);
  if (stream !== undefined && isServed(serves, stream)) return stream;
  throw notFound(serves, id);
};

/**
 * Loads a stored stream or payment for its sender.
 *
 * @param what the caller wants to do, a verb
 * @param named one of the caller's addresses must be the sender, and so must the one that the request names
 * @throws ServiceError NOT_FOUND, INVALID_ADDRESS, FORBIDDEN
 */
export const loadAsSender = async (
  context: StreamContext,
  id: string,
  what: string,
  [caller, named]: readonly [Caller, string?],
): Promise<StreamRecord> => {
  const { network } = context;
  const stream = await loadStream(context, id);
  const { sender } = stream;
  const owner = parseStandardParty(sender, network, 'sender');
  const isNamed = named === undefined || sameParty(parseParty(named, network, 'sender'), owner);
  if (isNamed && isCaller(caller, owner, network)) return stream;
  throw new ServiceError('FORBIDDEN', `Only the sender of the ${wordOf(stream)} may ${what} it`, { sender });
};

/**
 * Loads the stream with its payments, steps and events, all from one snapshot.
 *
 * @throws ServiceError NOT_FOUND
 */
export const loadHistory = async ({ streams, serves }: Pick<StreamContext, 'streams' | 'serves'>, id: string) => {
  const history = await streams.history(id);
  if (history !== undefined && isServed(serves, history.stream)) return history;
  throw notFound(serves, id);
};

/**
 * Makes the refusal of a step that the status of a stream or payment does not allow.
 *
 * @param why follows on what its status is
 */
export const wrongState = (
  stream: Pick<StreamRecord, 'product' | 'contract' | 'status'>,
  why: string,
  details: ErrorDetails = {},
): ServiceError => {
  const { status } = stream;
  return new ServiceError('WRONG_STATE', `The ${wordOf(stream)} is ${status}${why}`, { status, ...details });
};
