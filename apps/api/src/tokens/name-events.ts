import { nameTokens, RecordEvent } from '@weir/api-contract';
import type { PublishedEventsRepository } from '@weir/infra';
import type { TokenNames, NumberedEvent } from '@weir/services';
import { presentEvent } from '../events/event.presenter.js';

const { namer } = nameTokens(RecordEvent);
/** Network that lookups for events are counted for: they are shared by all clients. */
const NETWORK = 'events';

/**
 * Wraps the repository so that the names of tokens are loaded with the events and are at hand when these are presented.
 */
export const withTokenNames = (events: PublishedEventsRepository, tokens: TokenNames): PublishedEventsRepository => ({
  ...events,
  async scan(question) {
    const page = await events.scan(question);
    const categories = new Set(page.flatMap(({ tokenCategory }) => tokenCategory ?? []));
    if (categories.size > 0) await tokens.names(categories, NETWORK);
    return page;
  },
});

/** Creates the presenter of events for streams and webhooks, with the names of tokens as far as they are cached. */
export const createEventPresenter =
  (tokens: Pick<TokenNames, 'remembered'>) =>
  (told: NumberedEvent): RecordEvent => {
    const event = presentEvent(told);
    namer?.name(event, (category) => tokens.remembered(category));
    return event;
  };
