import type { RPCNotification, RPCParameter } from '@electrum-cash/network';
import type { ElectrumServer } from './electrum-server.js';

const HEADERS = 'blockchain.headers.subscribe';
const SCRIPTHASH = 'blockchain.scripthash.subscribe';
/** Below the batch limit of public servers. */
const BATCH = 300;
const RETRY_MS = 1_000;

type Listener = (value: unknown) => void;

/** What callers listen to, kept up over reconnections and server changes. */
export interface Subscriptions {
  /** Calls back with each tip as the server reports it, the present one first. */
  headers(listener: Listener): () => void;
  /**
   * Calls back when a script's history changes, with its new status, and once with the present one. After a
   * reconnection the status is read again and reported when it is another: no change is missed.
   */
  scripthash(scripthash: string, listener: (status: string | null) => void): () => void;
  receive(url: string, notice: RPCNotification): void;
  /** Subscribes anew on the server in use, where it is another or was away. */
  restore(): void;
  /** Forgets all topics. */
  close(): void;
}

interface Topic {
  readonly method: typeof HEADERS | typeof SCRIPTHASH;
  readonly params: readonly RPCParameter[];
  readonly listeners: Set<Listener>;
  /** As JSON; undefined before the first. */
  last: string | undefined;
}

const keyOf = (method: string, params: readonly RPCParameter[] = []): string => (method === HEADERS ? HEADERS : `${method} ${JSON.stringify(params[0])}`);

/** @param inUse the server that notices come from */
export const createSubscriptions = (inUse: () => ElectrumServer | undefined): Subscriptions => {
  const topics = new Map<string, Topic>();
  const waiting = new Set<string>();
  let current: ElectrumServer | undefined;
  let working = false;

  const report = (topic: Topic, value: unknown): void => {
    const text = JSON.stringify(value);
    if (topic.last === text) return;
    topic.last = text;
    for (const listener of topic.listeners) listener(value);
  };

  /** Subscribes what waits, in batches, until nothing does; a failure leaves the rest for the retry. */
  const work = async (): Promise<void> => {
    const server = inUse();
    if (server === undefined) throw new Error('no server');
    current = server;
    while (waiting.size > 0) {
      const keys = [...waiting].slice(0, BATCH);
      const asked = keys.flatMap((key) => topics.get(key) ?? []);
      const answers = await server.batch(asked);
      for (const key of keys) waiting.delete(key);
      asked.forEach((topic, index) => {
        const answer = answers[index];
        if (!(answer instanceof Error)) report(topic, answer);
      });
    }
  };

  const start = (): void => {
    if (working || waiting.size === 0) return;
    working = true;
    work()
      .catch(() => new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref()))
      .finally(() => {
        working = false;
        if (topics.size > 0) start();
      });
  };

  const listen = (topic: Omit<Topic, 'listeners' | 'last'>, listener: Listener): (() => void) => {
    const key = keyOf(topic.method, topic.params);
    const known = topics.get(key);
    const entry: Topic = known ?? { ...topic, listeners: new Set(), last: undefined };
    entry.listeners.add(listener);
    topics.set(key, entry);
    if (known === undefined) {
      waiting.add(key);
      start();
    } else if (entry.last !== undefined) {
      listener(JSON.parse(entry.last) as unknown);
    }
    return () => {
      entry.listeners.delete(listener);
      if (entry.listeners.size > 0) return;
      topics.delete(key);
      waiting.delete(key);
      void current?.batch([{ method: topic.method.replace('.subscribe', '.unsubscribe'), params: topic.params }]).catch(() => undefined);
    };
  };

  return {
    headers: (listener) => listen({ method: HEADERS, params: [] }, listener),
    scripthash: (scripthash, listener) => listen({ method: SCRIPTHASH, params: [scripthash] }, (status) => listener(typeof status === 'string' ? status : null)),
    receive(url, { method, params }) {
      if (url !== current?.url) return;
      const topic = topics.get(keyOf(method, params));
      if (topic !== undefined) report(topic, params?.at(-1));
    },
    restore() {
      for (const key of topics.keys()) waiting.add(key);
      start();
    },
    close() {
      topics.clear();
      waiting.clear();
    },
  };
};
