import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordEvent } from '@weir/api-contract';

/** A message of an event stream. */
export interface Message {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: string | undefined;
}

/** A client of an event stream that does not reconnect. */
export interface EventClient {
  readonly status: number;
  readonly headers: Headers;
  readonly events: readonly RecordEvent[];
  /** Messages other than record events. */
  readonly others: readonly Message[];
  /** Last id received, of an event or a heartbeat. */
  readonly lastId: string | undefined;
  /** Whether the answer has ended. */
  readonly isOver: boolean;
  /** Waits until this many events have arrived. @throws Error where the answer ends before */
  until(count: number): Promise<readonly RecordEvent[]>;
  /** Waits until everything published so far has arrived: for a heartbeat that was sent later. */
  caughtUp(): Promise<void>;
  ended(): Promise<void>;
  close(): void;
}

const parse = (block: string): Message => {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line): [string, string] => {
        const [name = '', ...rest] = line.split(': ');
        return [name, rest.join(': ')];
      }),
  );
  return { id: fields.get('id'), event: fields.get('event'), data: fields.get('data') };
};

/** Opens an event stream, resuming after an id where one is given. */
export const followEvents = async (
  url: string,
  { lastId, headers = {} }: { readonly lastId?: string | undefined; readonly headers?: Record<string, string> } = {},
): Promise<EventClient> => {
  const closing = new AbortController();
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }), ...headers },
    signal: closing.signal,
  });
  const events: RecordEvent[] = [];
  const others: Message[] = [];
  const state = { lastId, isOver: false };
  const take = (block: string): void => {
    const message = parse(block);
    if (message.id !== undefined) state.lastId = message.id;
    if (message.data !== undefined && message.event === undefined) events.push(JSON.parse(message.data) as RecordEvent);
    else others.push(message);
  };
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece as Uint8Array, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      blocks.forEach(take);
    }
  };
  void read()
    .catch(() => undefined)
    .finally(() => (state.isOver = true));
  const wait = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) {
      if (state.isOver) throw new Error(`The answer has ended, with ${events.length} events`);
      await sleep(5);
    }
  };
  return {
    status: response.status,
    headers: response.headers,
    events,
    others,
    get lastId() {
      return state.lastId;
    },
    get isOver() {
      return state.isOver;
    },
    async until(count) {
      await wait(() => events.length >= count);
      return events;
    },
    async caughtUp() {
      // The next one may be under way already.
      const enough = others.length + 2;
      await wait(() => others.length >= enough);
    },
    ended: () => wait(() => state.isOver),
    close: () => closing.abort(),
  };
};
