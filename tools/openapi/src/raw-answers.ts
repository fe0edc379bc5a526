import { type Agent, request } from 'node:http';
import type { RawRequest } from './raw-requests.js';

/** Patterns of internals: files, SQL statements, database addresses. */
const INSIDE =
  /node_modules|\.[jt]s:\d|\bat \S+ \(|\b(SELECT|INSERT INTO|DELETE FROM|UPDATE \w+ SET)\b|postgres(ql)?:\/\/|kysely|violates|ECONN|syntax error/i;

/** Returns what an answer reveals of the server's internals; undefined where nothing. */
export const insideOf = (body: unknown): string | undefined => INSIDE.exec(JSON.stringify(body))?.[0];

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * Sends a request unchanged, without normalising its path.
 *
 * @throws Error where the connection ends without an answer
 */
export const sendRaw = (
  origin: string,
  { method, path, headers, payload }: RawRequest,
  agent?: Agent,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const sent = request({ hostname, port, method, path, headers: { ...headers }, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject);
    sent.end(payload);
  });

const ERROR_FIELDS = ['error', 'code', 'message', 'requestId'];

const isError = (body: string): boolean => {
  try {
    const parsed = JSON.parse(body) as Readonly<Record<string, unknown>> | null;
    return parsed?.['success'] === false && ERROR_FIELDS.every((field) => typeof parsed[field] === 'string');
  } catch {
    return false;
  }
};

/** `/ready` has its own body for 503. */
const isReadiness = ({ path }: RawRequest, { status }: RawAnswer): boolean => status === 503 && /^\/ready\b/.test(path);

/** Contents of files that must not be served. */
const FILE = /^root:|"devDependencies"|PRIVATE KEY/m;

/**
 * Returns what is wrong with an answer to any request: an internal error, an error without the common body, or one that
 * reveals internals. Undefined where nothing is.
 */
export const faultOf = (asked: RawRequest, answer: RawAnswer): string | undefined => {
  const { status, body } = answer;
  const exchange = `${asked.method} ${asked.path.slice(0, 200)} ${JSON.stringify(asked.headers).slice(0, 300)}: ${status} ${body.slice(0, 300)}`;
  if (status >= 500 && status !== 503) return `A fault of ours: ${exchange}`;
  if (status < 400) return FILE.test(body) ? `A file that is nobody's: ${exchange}` : undefined;
  if (asked.method === 'HEAD' || isReadiness(asked, answer)) return undefined;
  if (!isError(body)) return `No error as documented: ${exchange}`;
  return insideOf(body) === undefined ? undefined : `The answer shows ${insideOf(body) ?? ''}: ${exchange}`;
};
