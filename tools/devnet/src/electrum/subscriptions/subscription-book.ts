export interface Subscriber {
  notify(method: string, params: readonly unknown[]): void;
}

interface Subscription {
  method: string;
  /** The key as the subscriber wrote it, which notices repeat. */
  alias: string;
  /** The status last sent, as JSON. */
  lastStatus: string;
}

/** Counts subscriptions of all kinds against the server's limit. */
export class SubscriptionCounter {
  #count = 0;

  constructor(private readonly limit: number) {}

  get isFull(): boolean {
    return this.#count >= this.limit;
  }

  add(change: 1 | -1): void {
    this.#count += change;
  }
}

/**
 * Subscriptions of one kind, by key (script hash or txid). A subscriber has one per key: asking again in another form
 * (an address instead of a script hash) changes the form of the notices. A notice is sent only if the status differs
 * from the one last sent.
 */
export class SubscriptionBook {
  readonly #byKey = new Map<string, Map<Subscriber, Subscription>>();
  readonly #keysOf = new Map<Subscriber, Set<string>>();

  constructor(
    private readonly statusOf: (key: string) => unknown,
    private readonly counter: SubscriptionCounter,
  ) {}

  /**
   * Subscribes, or changes the form of an existing subscription.
   * @returns the current status, or undefined if the limit is reached
   */
  subscribe(subscriber: Subscriber, key: string, method: string, alias: string): { status: unknown } | undefined {
    const subscriptions = this.#byKey.get(key) ?? new Map<Subscriber, Subscription>();
    const existing = subscriptions.get(subscriber);
    if (existing === undefined && this.counter.isFull) return undefined;
    const status = this.statusOf(key);
    if (existing === undefined) {
      this.#byKey.set(key, subscriptions.set(subscriber, { method, alias, lastStatus: JSON.stringify(status) }));
      const keys = this.#keysOf.get(subscriber) ?? new Set<string>();
      this.#keysOf.set(subscriber, keys.add(key));
      this.counter.add(1);
    } else {
      Object.assign(existing, { method, alias, lastStatus: JSON.stringify(status) });
    }
    return { status };
  }

  /**
   * Ends a subscription.
   * @returns whether there was one
   */
  unsubscribe(subscriber: Subscriber, key: string): boolean {
    const subscriptions = this.#byKey.get(key);
    if (subscriptions?.delete(subscriber) !== true) return false;
    if (subscriptions.size === 0) this.#byKey.delete(key);
    this.#keysOf.get(subscriber)?.delete(key);
    this.counter.add(-1);
    return true;
  }

  drop(subscriber: Subscriber): void {
    for (const key of this.#keysOf.get(subscriber) ?? []) this.unsubscribe(subscriber, key);
    this.#keysOf.delete(subscriber);
  }

  keys(): string[] {
    return [...this.#byKey.keys()];
  }

  /** Notifies the subscribers of the given keys whose status changed. */
  notify(keys: Iterable<string>): void {
    for (const key of keys) {
      const subscriptions = this.#byKey.get(key);
      if (subscriptions === undefined) continue;
      const status = this.statusOf(key);
      const lastStatus = JSON.stringify(status);
      for (const [subscriber, subscription] of subscriptions) {
        if (subscription.lastStatus === lastStatus) continue;
        subscription.lastStatus = lastStatus;
        subscriber.notify(subscription.method, [subscription.alias, status]);
      }
    }
  }
}
