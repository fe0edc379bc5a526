/** Someone who hears of changes. */
export interface Subscriber {
  notify(method: string, params: readonly unknown[]): void;
}

interface Subscription {
  method: string;
  /** The key as the subscriber wrote it: notices repeat it. */
  alias: string;
  /** The last status told, as JSON. */
  told: string;
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
 * Subscriptions of one kind, by key (script hash or txid). A subscriber holds one per key: asking again in another
 * form (address instead of script hash) changes the form of the notices. Notices go out only when the status differs
 * from the one last told.
 */
export class SubscriptionBook {
  readonly #byKey = new Map<string, Map<Subscriber, Subscription>>();
  readonly #keysOf = new Map<Subscriber, Set<string>>();

  constructor(
    private readonly statusOf: (key: string) => unknown,
    private readonly counter: SubscriptionCounter,
  ) {}

  /** @returns the present status, or undefined when the limit is reached */
  subscribe(subscriber: Subscriber, key: string, method: string, alias: string): { status: unknown } | undefined {
    const subscriptions = this.#byKey.get(key) ?? new Map<Subscriber, Subscription>();
    const existing = subscriptions.get(subscriber);
    if (existing === undefined && this.counter.isFull) return undefined;
    const status = this.statusOf(key);
    if (existing === undefined) {
      this.#byKey.set(key, subscriptions.set(subscriber, { method, alias, told: JSON.stringify(status) }));
      const keys = this.#keysOf.get(subscriber) ?? new Set<string>();
      this.#keysOf.set(subscriber, keys.add(key));
      this.counter.add(1);
    } else {
      Object.assign(existing, { method, alias, told: JSON.stringify(status) });
    }
    return { status };
  }

  /** @returns whether there was such a subscription */
  unsubscribe(subscriber: Subscriber, key: string): boolean {
    const subscriptions = this.#byKey.get(key);
    if (subscriptions?.delete(subscriber) !== true) return false;
    if (subscriptions.size === 0) this.#byKey.delete(key);
    this.#keysOf.get(subscriber)?.delete(key);
    this.counter.add(-1);
    return true;
  }

  /** Forgets a subscriber which hung up. */
  drop(subscriber: Subscriber): void {
    for (const key of this.#keysOf.get(subscriber) ?? []) this.unsubscribe(subscriber, key);
    this.#keysOf.delete(subscriber);
  }

  /** All keys with a subscription. */
  keys(): string[] {
    return [...this.#byKey.keys()];
  }

  /** Tells the subscribers of the given keys what changed. */
  notify(keys: Iterable<string>): void {
    for (const key of keys) {
      const subscriptions = this.#byKey.get(key);
      if (subscriptions === undefined) continue;
      const status = this.statusOf(key);
      const told = JSON.stringify(status);
      for (const [subscriber, subscription] of subscriptions) {
        if (subscription.told === told) continue;
        subscription.told = told;
        subscriber.notify(subscription.method, [subscription.alias, status]);
      }
    }
  }
}
