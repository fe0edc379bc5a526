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

describe('readEvents', () => {
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
    const { body, send, isCancelled } = createBody();
    const started = performance.now();
    const beats = setInterval(() => send('id: 1\n: heartbeat\n\n'), 50);
    setTimeout(() => send('id: 2\ndata: {}\n\n'), 700);
    const events = readEvents(body, () => undefined, 500);
    expect((await events.next()).done).toBe(false);
    clearInterval(beats);
    // The handler takes longer than the connection may be silent.
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(isCancelled()).toBe(false);
    send('id: 3\ndata: {}\n\n');
    expect((await events.next()).done).toBe(false);
    expect((await events.next()).done).toBe(true);
    expect(isCancelled()).toBe(true);
    expect(performance.now() - started).toBeGreaterThan(1_800);
  });
});
