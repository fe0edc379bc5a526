import { parseParty, partyKey, type Network } from '@weir/covenants';
import type { PublishedEvent } from '@weir/infra';
import { EVENT_PRODUCTS, EVENTS, wordsOf } from '@weir/kinds';
import { addressRefusal, type Viewer } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import type { EventQuery } from './events.types.js';

/** Which events a request asks for, and which of these it may see. */
export interface EventFilter {
  /** Keys of parties, any of which may be one of the event's. */
  readonly partyHashes: ReadonlySet<string> | undefined;
  readonly recordId: string | undefined;
  readonly products: ReadonlySet<string> | undefined;
  readonly kinds: ReadonlySet<string> | undefined;
  /** Hashes of the addresses that the viewer has proven; only they see their private events. */
  readonly viewerHashes: readonly string[];
}

const words = (text: string | undefined, field: string, known: readonly string[]): ReadonlySet<string> | undefined => {
  if (text === undefined) return undefined;
  const asked = text.split(',');
  const strange = asked.find((word) => !known.includes(word));
  if (strange === undefined) return new Set(asked);
  throw new ServiceError(
    'INVALID_REQUEST',
    `${field} must be one or more of ${known.join(', ')}, not ${JSON.stringify(strange)}`,
    {
      field,
      known,
    },
  );
};

/** Returns the key by which records know an address. @throws ServiceError INVALID_ADDRESS */
export const partyKeyOf = (address: string, network: Network, field: string): string => {
  const parsed = parseParty(address, network);
  const key = parsed.ok ? partyKey(parsed.party) : undefined;
  if (key !== undefined) return key;
  throw addressRefusal(address, network, field);
};

/** Returns the keys by which records know addresses that commas separate, each once. @throws ServiceError INVALID_ADDRESS */
export const partyKeysOf = (addresses: string, network: Network, field: string): ReadonlySet<string> =>
  new Set(addresses.split(',').map((address) => partyKeyOf(address, network, field)));

/** Returns the keys by which records know the addresses that a viewer has proven. */
export const provenKeys = (viewer: Viewer | undefined, network: Network): readonly string[] =>
  viewer?.isAuthenticated === true
    ? viewer.addresses.map((address) => partyKeyOf(address, network, 'authorization'))
    : [];

/**
 * Reads a request for events. Naming an address proves nothing here: private events are for callers with a bearer token.
 *
 * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS
 */
export const parseFilter = (
  { address, record, product, kind }: EventQuery,
  viewer: Viewer | undefined,
  network: Network,
): EventFilter => ({
  partyHashes: address === undefined ? undefined : partyKeysOf(address, network, 'address'),
  recordId: record?.toLowerCase(),
  products: words(product, 'product', EVENT_PRODUCTS),
  kinds: words(kind, 'kind', wordsOf(EVENTS)),
  viewerHashes: provenKeys(viewer, network),
});

/** Whether an event is among those asked for, and may be shown. */
export const matches = (
  { kind, product, recordId, parentId, parties, audience }: PublishedEvent,
  filter: EventFilter,
): boolean =>
  (audience === null || filter.viewerHashes.some((hash) => audience.has(hash))) &&
  (filter.kinds?.has(kind) ?? true) &&
  (filter.products?.has(product) ?? true) &&
  (filter.recordId === undefined || filter.recordId === recordId || filter.recordId === parentId) &&
  (filter.partyHashes === undefined ||
    parties.some(({ hash }) => hash !== null && filter.partyHashes?.has(hash) === true));
