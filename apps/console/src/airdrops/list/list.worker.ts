import { ListError } from '@weir/merkle';
import { phrase } from '../../language/text.js';
import { ListCheck, type ListReport, UploadWriter } from './list-check.js';
import type { CheckMessage, CheckRequest } from './use-list.js';

/** Interval of progress messages, milliseconds. */
const PROGRESS_MS = 100;

const post = (message: CheckMessage): void => postMessage(message);

/** Reads a file in chunks, so that its text is never in memory as a whole. */
const readChunks = async (file: File, take: (bytes: Uint8Array) => void, onRead: (read: number) => void) => {
  const reader = (file.stream() as ReadableStream<Uint8Array>).getReader();
  let read = 0;
  let reportedAt = performance.now();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    take(value);
    read += value.length;
    if (performance.now() - reportedAt < PROGRESS_MS) continue;
    reportedAt = performance.now();
    onRead(read);
  }
};

/** Checks a list, and where it is valid writes what is uploaded of it. */
const check = async ({ file, rules, answers }: CheckRequest): Promise<void> => {
  const list = new ListCheck(rules, answers);
  let report: ListReport;
  try {
    await readChunks(
      file,
      (bytes) => list.add(bytes),
      (read) => post({ kind: 'progress', read: read / 2, report: list.report }),
    );
    report = list.finish();
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    post({ kind: 'done', report: list.refused(error), upload: undefined });
    return;
  }
  const upload = new UploadWriter(rules, list.answers);
  await readChunks(
    file,
    (bytes) => upload.add(bytes),
    (read) => post({ kind: 'progress', read: (file.size + read) / 2, report }),
  );
  post({ kind: 'done', report, upload: new Blob([...upload.finish()], { type: 'text/csv' }) });
};

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  check(data).catch((error: unknown) =>
    post({
      kind: 'failed',
      reason:
        error instanceof Error
          ? phrase('The file cannot be read: {reason}.', { reason: error.message })
          : phrase('The file cannot be read: it may have been moved.'),
    }),
  );
});
