import { setTimeout as sleep } from 'node:timers/promises';
import type { RPCNotification } from '@electrum-cash/network';
import { ServerAnsweredError } from './electrum-errors.js';
import type { ElectrumServer } from './electrum-server.js';
import type { Call } from './server-connection.js';

/** The part of a pino logger that is used. */
export interface PoolLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export const HEADERS = 'blockchain.headers.subscribe';

export type Listener = (value: unknown) => void;

interface TopicCall extends Call {
  readonly params: readonly [] | readonly [string];
}

/** Returns the key of a topic, which distinguishes it from others in notices: these carry the value after the parameters. */
export const keyOf = ({ method, params }: Call): string =>
  method === HEADERS ? HEADERS : `${method} ${JSON.stringify(params[0])}`;

/** A subscription with its listeners. */
export class Topic {
  readonly listeners = new Set<Listener>();
  /** Counts reports of servers, repeated ones too: it shows that an answer which comes after a notice is older. */
  heard = 0;
  #last: string | undefined;

  constructor(readonly call: TopicCall) {}

  get isKnown(): boolean {
    return this.#last !== undefined;
  }

  get last(): unknown {
    return this.#last === undefined ? undefined : (JSON.parse(this.#last) as unknown);
  }

  /** Calls the listeners with a value that differs from the last; one that throws does not keep the others from being called. */
  report(value: unknown, onFailure: (error: unknown) => void): void {
    this.heard += 1;
    const text = JSON.stringify(value);
    if (text === this.#last) return;
    this.#last = text;
    for (const listener of [...this.listeners]) {
      try {
        listener(value);
      } catch (error) {
        onFailure(error);
      }
    }
  }
}

/** Pause before subscribing is tried again after no server would. */
const RETRY_MS = 1_000;
/** Topics subscribed together, the batch limit of public servers. */
const BATCH = 345;

interface SubscriptionsOptions {
  /** Connected servers, the best first. */
  readonly inOrder: () => readonly ElectrumServer[];
  /** Called with a server that would not subscribe. */
  readonly onFault: (server: ElectrumServer, error: Error) => void;
  readonly log: PoolLog | undefined;
}

/** Some of many, without a look at the rest. */
const firstOf = <T>(all: Iterable<T>, most: number): readonly T[] => {
  const first: T[] = [];
  for (const each of all) {
    if (first.length === most) break;
    first.push(each);
  }
  return first;
};

/**
 * The topics that callers listen to, subscribed on one server at a time and moved to another when that one fails or lags. Every
 * (re)subscription brings the present value with it, and one that differs from the last is reported: no change is missed.
 */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #topics = new Map<string, Topic>();
  /** Those that the server in use has not. */
  readonly #missing = new Set<Topic>();
  readonly #closing = new AbortController();
  readonly #left: Call[] = [];
  #home: ElectrumServer | undefined;
  #isSettling = false;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** Whether new tips are heard of at present. */
  get hearsHeaders(): boolean {
    const headers = this.#topics.get(HEADERS);
    return this.#home?.isUsable === true && headers !== undefined && !this.#missing.has(headers);
  }

  /** Whether a server in use has all topics at present: what it has said of them is not older than its tip. */
  get hearsAll(): boolean {
    return this.#home?.isUsable === true && this.#missing.size === 0;
  }

  /**
   * Calls back with each tip as a server reports it, the present one first.
   *
   * @returns how to stop
   */
  headers(listener: Listener): () => void {
    return this.#listen({ method: HEADERS, params: [] }, listener);
  }

  /**
   * Calls back when a script's history changes, with its new status, and once with the present one.
   *
   * @returns how to stop
   */
  scripthash(scripthash: string, listener: (status: string | null) => void): () => void {
    return this.#listen({ method: 'blockchain.scripthash.subscribe', params: [scripthash] }, (status) =>
      listener(typeof status === 'string' ? status : null),
    );
  }

  receive(server: ElectrumServer, { method, params }: RPCNotification): void {
    if (server !== this.#home) return;
    const topic = this.#topics.get(keyOf({ method, params: params ?? [] }));
    if (topic !== undefined) this.#report(topic, params?.at(-1) ?? null);
  }

  lost(server: ElectrumServer): void {
    if (server !== this.#home) return;
    this.#leaveHome();
    this.settle();
  }

  /** Brings all topics to the best server, where they are not. */
  settle(): void {
    if (!this.#isSettling) void this.#work();
  }

  close(): void {
    this.#closing.abort();
    this.#topics.clear();
    this.#missing.clear();
  }

  async #work(): Promise<void> {
    this.#isSettling = true;
    try {
      while (!this.#closing.signal.aborted && this.#topics.size > 0) {
        const server = this.#chooseHome();
        const missing = firstOf(this.#missing, BATCH);
        // Without a server, the next connection starts this again.
        if (server === undefined || missing.length === 0) return;
        await this.#subscribe(server, missing).catch((error: unknown) => this.#pauseAfter(server, error));
      }
    } finally {
      this.#isSettling = false;
    }
  }

  /** The server in use while it is well, since moving thousands of topics is expensive; else the best there is. */
  #chooseHome(): ElectrumServer | undefined {
    const home = this.#home;
    if (home?.isUsable === true && !home.isLagging) return home;
    const [best] = this.#options.inOrder();
    if (best !== home) this.#leaveHome();
    this.#home = best;
    return best;
  }

  async #pauseAfter(server: ElectrumServer, error: unknown): Promise<void> {
    if (error instanceof Error) this.#options.onFault(server, error);
    const [next] = this.#options.inOrder();
    if (next === server) await sleep(RETRY_MS, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }

  async #subscribe(server: ElectrumServer, topics: readonly Topic[]): Promise<void> {
    const before = topics.map(({ heard }) => heard);
    const answers = await server.batch(topics.map(({ call }) => call));
    if (server !== this.#home) return;
    const refused = answers.find((answer) => answer instanceof ServerAnsweredError);
    topics.forEach((topic, i) => {
      if (answers[i] instanceof ServerAnsweredError) return;
      this.#missing.delete(topic);
      // A notice that overtook the answer is newer.
      if (topic.heard === before[i]) this.#report(topic, answers[i]);
    });
    if (refused instanceof ServerAnsweredError) throw refused;
  }

  #leaveHome(): void {
    this.#home = undefined;
    for (const topic of this.#topics.values()) this.#missing.add(topic);
  }

  #report(topic: Topic, value: unknown): void {
    topic.report(value, (error) =>
      this.#options.log?.warn({ err: error, method: topic.call.method }, 'A subscription listener failed'),
    );
  }

  #listen(call: TopicCall, listener: Listener): () => void {
    const key = keyOf(call);
    const topic = this.#topics.get(key) ?? this.#begin(key, call);
    topic.listeners.add(listener);
    if (topic.isKnown) listener(topic.last);
    this.settle();
    return () => {
      topic.listeners.delete(listener);
      if (topic.listeners.size > 0 || this.#topics.get(key) !== topic) return;
      this.#topics.delete(key);
      // One that no server has is asked for no more.
      if (!this.#missing.delete(topic)) this.#unsubscribe(call);
    };
  }

  #begin(key: string, call: TopicCall): Topic {
    const topic = new Topic(call);
    this.#topics.set(key, topic);
    this.#missing.add(topic);
    return topic;
  }

  /** Unsubscribes from topics, those of one turn together. */
  #unsubscribe({ method, params }: TopicCall): void {
    this.#left.push({ method: method.replace('.subscribe', '.unsubscribe'), params });
    if (this.#left.length > 1) return;
    queueMicrotask(() => {
      // A topic subscribed again in the same turn is kept.
      const calls = this.#left
        .splice(0)
        .filter(
          (call) => !this.#topics.has(keyOf({ ...call, method: call.method.replace('.unsubscribe', '.subscribe') })),
        );
      if (calls.length > 0) void this.#home?.batch(calls).catch(() => undefined);
    });
  }
}
