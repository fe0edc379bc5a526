import { createParser } from 'eventsource-parser';

/** One server-sent event. */
export interface ServerSentEvent {
  /** The event's name; undefined for those of records. */
  readonly name: string | undefined;
  readonly data: string;
}

const LAST_ID = /^id: ?(.*)$/;

/**
 * Reads server-sent events as they arrive.
 *
 * @param onId called with every id, including those of heartbeats, which carry no event: the position moves on in
 *   silence, too
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onId: (id: string) => void,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const waiting: ServerSentEvent[] = [];
  const parser = createParser({ onEvent: ({ event: name, data }) => waiting.push({ name, data }) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let line = '';
  let id: string | undefined;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
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
    await reader.cancel().catch(() => undefined);
  }
}
