/** How many ids before the newest are asked for again: transactions may commit in another order than they took their ids. */
const OVERLAP = 500;

/** The log that events are read from. */
export interface ChangeSource {
  /** The newest event; 0 before the first. */
  lastEventId(): Promise<number>;
  /** Events after one, with the resource of each. */
  eventsAfter(id: number): Promise<readonly { readonly id: number; readonly resourceId: string }[]>;
}

/** Polls for resources whose record changed, whichever replica changed it. Reports nothing from before the first call. */
export class ChangeFeed {
  readonly #seen = new Set<number>();
  #newest: number | undefined;

  constructor(private readonly watch: ChangeSource) {}

  /** Ids of the resources with events since the last call. */
  async changed(): Promise<string[]> {
    this.#newest ??= await this.watch.lastEventId();
    const events = await this.watch.eventsAfter(this.#newest - OVERLAP);
    const news = events.filter(({ id }) => !this.#seen.has(id));
    for (const { id } of news) this.#seen.add(id);
    this.#newest = events.at(-1)?.id ?? this.#newest;
    for (const id of this.#seen) if (id <= this.#newest - OVERLAP) this.#seen.delete(id);
    return [...new Set(news.map(({ resourceId }) => resourceId))];
  }
}
