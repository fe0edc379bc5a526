import type { Sent } from '../connection/ask.js';
import type { ListOptions } from '../types/airdrops.types.js';

type OnProgress = NonNullable<ListOptions['onProgress']>;

/** The browser's XMLHttpRequest, as far as it is used: fetch does not report how much of a body was sent. */
interface Xhr {
  readonly status: number;
  readonly responseText: string;
  readonly upload: { onprogress: (event: { readonly loaded: number; readonly total: number }) => void };
  onload: () => void;
  onerror: () => void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: Blob): void;
  abort(): void;
}
const { XMLHttpRequest } = globalThis as unknown as { readonly XMLHttpRequest?: new () => Xhr };

const headersOf = (lines: string): [name: string, value: string][] =>
  lines
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    });

/** Sends a file as fetch does, and reports progress. Rejects as fetch does. */
const sendWithProgress =
  (xhr: Xhr, file: Blob, onProgress: OnProgress) =>
  ({ method, url, headers, signal }: Request): Promise<Response> =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      signal.addEventListener('abort', () => {
        xhr.abort();
        reject(signal.reason as Error);
      });
      xhr.open(method, url);
      headers.forEach((value, name) => xhr.setRequestHeader(name, value));
      xhr.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, size: total });
      xhr.onload = () =>
        resolve(
          // Not even an empty text may be the body of a status that has none, such as 204.
          new Response(xhr.responseText === '' ? null : xhr.responseText, {
            status: xhr.status,
            headers: headersOf(xhr.getAllResponseHeaders()),
          }),
        );
      xhr.onerror = () => reject(new TypeError('Failed to send'));
      xhr.send(file);
    });

/** Makes the options that send a list as a file, so that nobody holds it in memory. */
export const asFile = (file: Blob, sent: Sent, onProgress: OnProgress | undefined) => {
  onProgress?.({ sent: 0, size: file.size });
  return {
    ...sent,
    headers: { ...sent.headers, 'content-type': 'text/csv' },
    // The document types the body as JSON; the route takes CSV as well.
    body: file as unknown as Record<string, never>,
    bodySerializer: () => file,
    ...(onProgress !== undefined &&
      XMLHttpRequest !== undefined && { fetch: sendWithProgress(new XMLHttpRequest(), file, onProgress) }),
  };
};
