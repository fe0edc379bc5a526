import { hexToBin } from '@bitauth/libauth';
import type { ChainReader, FollowedResource, ScriptReading } from '@weir/infra';

/** How many ids before the newest are asked for again: transactions may commit in another order than they took their ids. */
const OVERLAP = 500;

/** The log that events are read from. */
export interface ChangeSource {
  /** The newest event; 0 before the first. */
  lastEventId(): Promise<number>;
  /** Events after one, with the resource of each. */
  eventsAfter(id: number): Promise<readonly { readonly id: number; readonly resourceId: string }[]>;
}

/** Polls for resources whose record changed, no matter which replica changed it. Reports nothing from before the first call. */
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

interface Followed {
  /** Hex. */
  readonly lockingBytecode: string;
  /** The transaction of the state; null without one. */
  head: string | null;
  /** The last reading; null before the first one. */
  reading: ScriptReading | null;
  /** The status that the server reported last; undefined before the first report. */
  status: string | null | undefined;
  stop: () => void;
}

/** Subscribes to the scripts of live deployments and knows which of them have something new to read. */
export class FollowedScripts {
  readonly #followed = new Map<string, Followed>();

  /** @param onChange called with the id of a resource whose script has something to read */
  constructor(
    private readonly chain: Pick<ChainReader, 'subscribeScript'>,
    private readonly onChange: (id: string) => void,
  ) {}

  get size(): number {
    return this.#followed.size;
  }

  has(id: string): boolean {
    return this.#followed.has(id);
  }

  /** The last reported status of a resource's script; undefined before the first report. */
  statusOf(id: string): string | null | undefined {
    return this.#followed.get(id)?.status;
  }

  /** Follows a script from now on, or updates a followed one from the database; a purse moves from script to script. */
  follow({ id, lockingBytecode, head, reading }: FollowedResource): void {
    const known = this.#followed.get(id);
    if (known?.lockingBytecode !== lockingBytecode) {
      known?.stop();
      this.#subscribe(id, { lockingBytecode, head, reading, status: undefined, stop: () => undefined });
      return;
    }
    known.head = head;
    known.reading = reading;
    this.#report(id, known);
  }

  /** Stops following all scripts but these. */
  retain(ids: ReadonlySet<string>): void {
    for (const id of this.#followed.keys()) if (!ids.has(id)) this.#leave(id);
  }

  /**
   * Records a reading of a resource's script.
   *
   * @returns whether the reading is as recent as the last reported status
   */
  noteReading(id: string, reading: ScriptReading): boolean {
    const followed = this.#followed.get(id);
    if (followed === undefined) return true;
    followed.reading = reading;
    followed.head = reading.head;
    return followed.status === undefined || followed.status === reading.status;
  }

  close(): void {
    this.retain(new Set());
  }

  #subscribe(id: string, followed: Followed): void {
    this.#followed.set(id, followed);
    followed.stop = this.chain.subscribeScript(hexToBin(followed.lockingBytecode), ({ status }) => {
      followed.status = status;
      this.#report(id, followed);
    });
  }

  #leave(id: string): void {
    this.#followed.get(id)?.stop();
    this.#followed.delete(id);
  }

  #report(id: string, { head, reading, status }: Followed): void {
    const isRead = reading !== null && reading.status === status && reading.head === head;
    if (status !== undefined && !isRead) this.onChange(id);
  }
}
