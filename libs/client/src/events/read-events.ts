import { createParser } from 'eventsource-parser';

/** One server-sent event. */
export interface ServerSentEvent {
  /** The event's name; undefined for those of records. */
  readonly name: string | undefined;
  readonly data: string;
}

const LAST_ID = /^id: ?(.*)$/;
/** Longer than any service is silent: its heartbeats are a minute apart at most, and a quarter of one by default. */
const SILENCE_MS = 90_000;

/**
 * Reads server-sent events as they arrive.
 *
 * @param onId called with every id, including those of heartbeats, which carry no event: the position moves on in
 *   silence, too
 * @param silenceMs how long nothing may come before the connection counts as lost. No sign of it comes otherwise where it
 *   broke off in silence, as those of phones and of laptops that slept do.
 * @param signal ends it. That of the request does not always reach its body: what `AbortSignal.any` makes may be collected before.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onId: (id: string) => void,
  silenceMs: number = SILENCE_MS,
  signal?: AbortSignal,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const waiting: ServerSentEvent[] = [];
  const parser = createParser({ onEvent: ({ event: name, data }) => waiting.push({ name, data }) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let line = '';
  let id: string | undefined;
  // To cancel is to end the read that waits, as if the body were over.
  const cancel = () => void reader.cancel().catch(() => undefined);
  const next = async () => {
    const timer = setTimeout(cancel, silenceMs);
    try {
      return await reader.read();
    } finally {
      clearTimeout(timer);
    }
  };
  signal?.addEventListener('abort', cancel);
  try {
    for (let read = await next(); !read.done; read = await next()) {
      const text = decoder.decode(read.value, { stream: true });
      parser.feed(text);
      const lines = (line + text).split(/\r\n|\n/);
      line = lines.pop() ?? '';
      for (const whole of lines) {
        if (whole === '' && id !== undefined) onId(id);
        id = whole === '' ? undefined : (LAST_ID.exec(whole)?.[1] ?? id);
      }
      yield* waiting.splice(0);
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    await reader.cancel().catch(() => undefined);
  }
}
