import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeClient, connectClient } from '../servers/server-client.js';
import { Servers } from '../servers/servers.js';
import { PUBLISHED_CHANNEL } from './published-events.repository.js';

/** The channel that the outbox notifies when something was written. */
const OUTBOX_CHANNEL = 'weir_outbox';
/** Pause before a lost connection is opened again, milliseconds. */
const RETRY_MS = 1_000;
/** Longest wait for a connection, and for each answer on it, milliseconds. */
const ANSWER_MS = 5_000;
/** How long a connection is silent before the operating system asks whether the server is still there, milliseconds. */
const SILENCE_MS = 10_000;

/** The connection of the listener, and its callbacks. */
interface OutboxListenerOptions {
  /** `postgres://` connection string: directly or through a pooler in session mode. */
  readonly url: string;
  /** Called when there may be something to publish or to read. */
  readonly onWakeUp: () => void;
}

/** Listens on a connection of its own, which is reopened when it is lost. */
export const listenToOutbox = ({ url, onWakeUp }: OutboxListenerOptions) => {
  const stopping = new AbortController();
  const servers = new Servers(url);
  const listen = async (): Promise<void> => {
    const client = await connectClient(servers, {
      application_name: 'weir-events',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENCE_MS,
    });
    const over = new AbortController();
    client.on('error', () => over.abort());
    client.on('end', () => over.abort());
    client.on('notification', onWakeUp);
    try {
      await client.query(`LISTEN ${OUTBOX_CHANNEL}; LISTEN ${PUBLISHED_CHANNEL}`);
      onWakeUp();
      const ended = AbortSignal.any([over.signal, stopping.signal]);
      if (!ended.aborted) await once(ended, 'abort');
    } finally {
      await closeClient(client);
    }
  };
  const listening = (async () => {
    while (!stopping.signal.aborted) {
      // The reason shows where events are read, from the same database.
      await listen().catch(() => undefined);
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await listening;
    },
  };
};

/** Listens for new events. Those it misses without a connection are found by polling. */
export type OutboxListener = ReturnType<typeof listenToOutbox>;
