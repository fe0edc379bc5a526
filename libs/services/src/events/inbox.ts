import type { Network } from '@weir/covenants';
import type { PublishedEvent, PublishedEventsRepository, SearchRepository } from '@weir/infra';
import { eventFactsOf } from '@weir/kinds';
import type { Viewer } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { matches, partyKeyOf, provenKeys } from './event-filter.js';
import type { EventIds } from './event-ids.js';
import type { NumberedEvent } from './events.types.js';

/** Events that one page looks through. */
const SCANNED = 200;

/** An event with which of some addresses it concerns, and what they are in it. */
export interface InboxItem extends NumberedEvent {
  readonly address: string;
  readonly roles: readonly string[];
  /** What the record is called; null without a title, or where it is gone. */
  readonly title: string | null;
}

/** The addresses whose events are listed, and the place of a page. */
export interface InboxRequest {
  readonly addresses: readonly string[];
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Keys of addresses, with the addresses. */
const keysOf = (addresses: readonly string[], network: Network): ReadonlyMap<string, string> =>
  new Map(addresses.map((address) => [partyKeyOf(address, network, 'addresses'), address]));

/** That records of a plan are funded is reported to its sender by the plan's own events. */
const isOfInterest = (
  { kind, product, parentId, parties }: PublishedEvent,
  own: ReadonlyMap<string, string>,
): boolean =>
  eventFactsOf(kind)?.isInInbox === true &&
  !(
    (product === 'stream' || product === 'payment') &&
    parentId !== null &&
    kind === 'funded' &&
    parties.every(({ role, hash }) => role === 'sender' || hash === null || !own.has(hash))
  );

const itemOf = (
  numbered: NumberedEvent,
  own: ReadonlyMap<string, string>,
  titles: ReadonlyMap<string, string | null>,
): InboxItem => {
  const mine = numbered.event.parties.flatMap(({ role, hash }) => {
    const address = hash === null ? undefined : own.get(hash);
    return address === undefined ? [] : [{ role, address }];
  });
  const address = mine[0]?.address ?? '';
  const roles = mine.filter((each) => each.address === address).map(({ role }) => role);
  return { ...numbered, address, roles, title: titles.get(numbered.event.recordId) ?? null };
};

interface InboxContext {
  readonly events: PublishedEventsRepository;
  readonly records: SearchRepository;
  readonly network: Network;
  readonly ids: EventIds;
}

/**
 * Lists what happened to some addresses, the newest first. It is read from the log of events: nothing is stored for it. A page looks
 * through a bounded part of the log, so that it may be short although there is more.
 *
 * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR
 */
export const readInbox = async (
  { events, records, network, ids }: InboxContext,
  { addresses, limit, cursor }: InboxRequest,
  viewer: Viewer | undefined,
) => {
  const own = keysOf(addresses, network);
  const viewerHashes = provenKeys(viewer, network);
  const before = cursor === undefined ? undefined : ids.read(cursor);
  if (before === 0) throw new ServiceError('INVALID_CURSOR', 'cursor must be the nextCursor of an earlier page');
  const scanned = await events.latestOf([...own.keys()], { before, limit: SCANNED });
  const filter = { partyHashes: undefined, recordId: undefined, products: undefined, kinds: undefined, viewerHashes };
  const found = scanned.filter((event) => isOfInterest(event, own) && matches(event, filter));
  const shown = found.slice(0, limit);
  const recordIds = [...new Set(shown.map(({ recordId }) => recordId))];
  const titled =
    recordIds.length === 0 ? [] : await records.find({ by: 'ids', ids: recordIds }, viewerHashes, recordIds.length);
  const titles = new Map(titled.map(({ id, title }) => [id, title]));
  const last = found.length > limit ? shown.at(-1) : scanned.length === SCANNED ? scanned.at(-1) : undefined;
  return {
    items: shown.map((event) => itemOf({ id: ids.of(event.position), event }, own, titles)),
    nextCursor: last === undefined ? null : ids.mark(last.position),
  };
};
