import { phrase } from '../../language/text.js';
import { LineReader, ListCheck } from './list-check.js';
import type { CheckMessage, CheckRequest } from './use-list.js';

/** Interval of progress messages, milliseconds. */
const TELL_MS = 100;

const tell = (message: CheckMessage): void => postMessage(message);

/** Checks a file in chunks, so that neither its text nor its rows are ever in memory as a whole. */
const check = async ({ file, rules }: CheckRequest): Promise<void> => {
  const list = new ListCheck(rules);
  const lines = new LineReader((line) => list.add(line));
  const reader = (file.stream() as ReadableStream<Uint8Array>).getReader();
  let read = 0;
  let told = performance.now();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    lines.push(value);
    read += value.length;
    if (performance.now() - told < TELL_MS) continue;
    told = performance.now();
    tell({ kind: 'progress', read, report: list.report });
  }
  lines.finish();
  tell({ kind: 'done', report: list.finish() });
};

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  check(data).catch((error: unknown) =>
    tell({
      kind: 'failed',
      reason:
        error instanceof TypeError
          ? phrase('The file is not UTF-8 text. Save it as CSV (UTF-8), then choose it again.')
          : error instanceof Error
            ? phrase('The file cannot be read: {reason}.', { reason: error.message })
            : phrase('The file cannot be read: it may have been moved.'),
    }),
  );
});
