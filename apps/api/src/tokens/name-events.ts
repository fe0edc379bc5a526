import { nameTokens, RecordEvent } from '@weir/api-contract';
import type { PublishedEventsRepository } from '@weir/infra';
import type { TokenNames, ToldEvent } from '@weir/services';
import { presentEvent } from '../events/event.presenter.js';

const { namer } = nameTokens(RecordEvent);
/** Nobody's queue: what names tokens is read here for all who follow. */
const NETWORK = 'events';

/** Events that are read together with the names of their tokens, so that these are at hand when they are presented. */
export const withTokenNames = (events: PublishedEventsRepository, tokens: TokenNames): PublishedEventsRepository => ({
  ...events,
  async scan(question) {
    const page = await events.scan(question);
    const categories = new Set(page.flatMap(({ tokenCategory }) => tokenCategory ?? []));
    if (categories.size > 0) await tokens.names(categories, NETWORK);
    return page;
  },
});

/** An event as those read it who follow events, and webhooks: with the name of its token, as far as it is remembered. */
export const createEventPresenter =
  (tokens: Pick<TokenNames, 'remembered'>) =>
  (told: ToldEvent): RecordEvent => {
    const event = presentEvent(told);
    namer?.name(event, (category) => tokens.remembered(category));
    return event;
  };
