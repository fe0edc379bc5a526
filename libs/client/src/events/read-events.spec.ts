import { mock } from 'node:test';
import { readEvents } from './read-events.js';

const encoder = new TextEncoder();

/** A body that stays open, as that of a connection which broke off in silence. */
const createBody = () => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      isCancelled = true;
    },
  });
  return { body, send: (text: string) => controller?.enqueue(encoder.encode(text)), isCancelled: () => isCancelled };
};

const SILENCE_MS = 500;

/** Lets virtual time pass, and then the streams do what follows from it. */
const pass = async (ms: number): Promise<void> => {
  mock.timers.tick(ms);
  await new Promise((resolve) => setImmediate(resolve));
};

describe('readEvents', () => {
  afterEach(() => mock.timers.reset());

  it('reads events and positions from pieces cut anywhere', async () => {
    const { body, send } = createBody();
    const ids: string[] = [];
    const events = readEvents(body, (id) => ids.push(id));
    for (const piece of ['id: 1\nda', 'ta: {"a":1}\n', '\nid: 2\n: heart', 'beat\n\nid: 3\ndata: {}\n\n']) send(piece);
    expect(await events.next()).toEqual({ done: false, value: { name: undefined, data: '{"a":1}' } });
    expect(await events.next()).toEqual({ done: false, value: { name: undefined, data: '{}' } });
    expect(ids).toEqual(['1', '2', '3']);
    await events.return();
  });

  it('ends when its signal aborts, independently of the signal of the request', async () => {
    const { body, isCancelled } = createBody();
    const stop = new AbortController();
    const events = readEvents(body, () => undefined, undefined, stop.signal);
    const read = events.next();
    stop.abort();
    expect(await read).toEqual({ done: true, value: undefined });
    expect(isCancelled()).toBe(true);
  });

  it('ends where nothing comes for long, not where heartbeats do, nor while an event is handled', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { body, send, isCancelled } = createBody();
    const events = readEvents(body, () => undefined, SILENCE_MS);
    const first = events.next();
    for (let beat = 0; beat < 10; beat += 1) {
      await pass(SILENCE_MS - 1);
      send('id: 1\n: heartbeat\n\n');
      await pass(0);
    }
    expect(isCancelled()).toBe(false);
    send('id: 2\ndata: {}\n\n');
    expect((await first).done).toBe(false);
    // The handler takes longer than the connection may be silent.
    await pass(10 * SILENCE_MS);
    expect(isCancelled()).toBe(false);
    send('id: 3\ndata: {}\n\n');
    expect((await events.next()).done).toBe(false);
    const last = events.next();
    await pass(0);
    await pass(SILENCE_MS - 1);
    expect(isCancelled()).toBe(false);
    await pass(1);
    expect((await last).done).toBe(true);
    expect(isCancelled()).toBe(true);
  });
});
