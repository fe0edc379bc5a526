import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';

export interface UploadAnswer {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly problem?: string;
    readonly line?: number;
    readonly totalRecipients?: number;
    readonly merkleRoot?: string;
  };
}

/** Yields a repeated chunk until a number of bytes is reached. */
export function* repeated(piece: Buffer, bytes: number): Generator<Buffer> {
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
}

/** Yields a form whose field `file` holds these chunks. */
export function* asForm(pieces: Iterable<Buffer>): Generator<Buffer> {
  yield Buffer.from(
    '--x\r\ncontent-disposition: form-data; name="file"; filename="list.csv"\r\ncontent-type: text/csv\r\n\r\n',
  );
  yield* pieces;
  yield Buffer.from('\r\n--x--\r\n');
}

/** Sends a body in chunks, as fast as it is accepted, until it is sent or answered. */
const sendOnce = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  pieces: Iterable<Buffer>,
): Promise<UploadAnswer> => {
  const sent = request(url, { method: 'POST', headers });
  const answers: IncomingMessage[] = [];
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', (response) => {
      answers.push(response);
      resolve(response);
    });
    // A server that refuses midway closes the connection; after its answer that is not a failure.
    sent.on('error', (error) => {
      if (answers.length === 0) reject(error);
    });
  });
  const drained = async (): Promise<void> => {
    const enough = new AbortController();
    const { signal } = enough;
    await Promise.race([once(sent, 'drain', { signal }), once(sent, 'close', { signal }), answered]).finally(() =>
      enough.abort(),
    );
  };
  for (const piece of pieces) {
    if (answers.length > 0 || sent.destroyed) break;
    if (!sent.write(piece)) await drained();
  }
  sent.end();
  const response = await answered;
  return { status: response.statusCode ?? 0, body: (await json(response)) as UploadAnswer['body'] };
};

const isCut = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  (error.code === 'EPIPE' || error.code === 'ECONNRESET');
const TRIES = 20;

/** Sends a body; if the connection is cut while writing, before the answer was read, sends it once more. */
export const upload = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  pieces: () => Iterable<Buffer>,
): Promise<UploadAnswer> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await sendOnce(url, headers, pieces());
    } catch (error) {
      if (!isCut(error) || tries === TRIES) throw error;
    }
  }
};
