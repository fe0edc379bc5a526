import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { InjectOptions } from 'fastify';
import type { Client, ServerAnswer } from './client.js';
import { startFixture, type Fixture } from './fixture.js';
import { Placeholders, withSortedStreams } from './placeholders.js';

/** Headers of an answer that are recorded, without those that all of them have. */
const HEADERS = ['content-type', 'cache-control', 'retry-after', 'location', 'content-disposition'];
const USUAL: Readonly<Record<string, string>> = { 'content-type': 'application/json; charset=utf-8' };

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
const documented = JSON.parse(
  readFileSync(new URL('../../../../docs/api/openapi.json', import.meta.url), 'utf8'),
) as Document;

/** All routes of an area, as `GET /api/streams/{id}`. */
const routesUnder = (prefixes: readonly string[]): string[] =>
  Object.entries(documented.paths)
    .filter(([path]) => prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)))
    .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`));

const matches = (route: string, method: string, path: string): boolean => {
  const [verb = '', template = ''] = route.split(' ');
  return verb === method && new RegExp(`^${template.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u').test(path);
};

const textOf = (url: InjectOptions['url']): string => (typeof url === 'string' ? url : '');

const ask = (client: Client, { method, url, payload, headers }: InjectOptions): Promise<ServerAnswer> => {
  const given = Object.entries(headers ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  const body = typeof payload === 'string' || typeof payload === 'object' ? payload : undefined;
  return client.raw(method === 'POST' ? 'POST' : 'GET', textOf(url), body, Object.fromEntries(given));
};

/** Longest value that is written out each time it comes. */
const SHORT = 200;

/**
 * Records the answers of a real app, in a form that is the same in each run, and compares them with those recorded before, byte
 * for byte. The fixture that it hands out records each request of its client.
 */
export class Recorder {
  readonly fixture: Fixture;
  readonly #placeholders: Placeholders;
  readonly #entries: string[] = [];
  readonly #written = new Set<string>();
  readonly #succeeded: { readonly method: string; readonly path: string }[] = [];

  constructor(base: Fixture) {
    this.unrecorded = base.client;
    this.#placeholders = new Placeholders(base.time());
    this.fixture = { ...base, client: this.of(base.client) };
  }

  /** Asks without being recorded. */
  readonly unrecorded: Client;

  static async start(environment: NodeJS.ProcessEnv = {}): Promise<Recorder> {
    return new Recorder(await startFixture(environment, { clockStopped: true }));
  }

  /** Returns the same client, recorded. */
  of(client: Client): Client {
    return client.at({
      inject: async (request) => {
        const answer = await ask(client, request);
        this.#record(request, answer);
        return answer;
      },
    });
  }

  /** Heads what follows. */
  scene(title: string): void {
    this.#entries.push(`## ${title}`);
  }

  /**
   * Compares with what was recorded in `recorded/<name>.txt`, or writes it again where WEIR_RECORD is set.
   *
   * @param prefixes of the area's routes: each must have been recorded with a success
   * @param apart of routes below these that are another area's
   */
  assertAsRecorded(name: string, prefixes: readonly string[], apart?: string): void {
    const missing = routesUnder(prefixes).filter(
      (route) =>
        (apart === undefined || !route.includes(apart)) &&
        !this.#succeeded.some(({ method, path }) => matches(route, method, path)),
    );
    expect(missing).toEqual([]);
    const file = new URL(`../recorded/${name}.txt`, import.meta.url);
    const text = `${this.#entries.join('\n\n')}\n`;
    if (process.env['WEIR_RECORD'] !== undefined) writeFileSync(file, text);
    const [lines, recorded] = [text.split('\n'), readFileSync(file, 'utf8').split('\n')];
    const first = lines.findIndex((line, at) => line !== recorded[at]);
    const around = (all: readonly string[]) => ({
      line: first + 1,
      text: all.slice(Math.max(0, first - 3), first + 3),
    });
    if (first !== -1) expect(around(lines)).toEqual(around(recorded));
    expect(lines).toHaveLength(recorded.length);
  }

  #record({ method = 'GET', url }: InjectOptions, { statusCode, headers, body }: ServerAnswer): void {
    const [path = ''] = textOf(url).split('?');
    if (statusCode < 300) this.#succeeded.push({ method, path });
    const shown = HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined || value === USUAL[name]
        ? []
        : [`\n${name}: ${this.#placeholders.text(String(value))}`];
    });
    const asked = this.#placeholders.text(decodeURIComponent(textOf(url))).replace(/cursor=[^&]+/u, 'cursor=<cursor>');
    this.#entries.push(`${method} ${asked} → ${statusCode}${shown.join('')}\n${this.#shape(path, headers, body)}`);
  }

  #shape(path: string, headers: ServerAnswer['headers'], body: string): string {
    if (!String(headers['content-type']).startsWith('application/json')) return this.#placeholders.text(body);
    const parsed: unknown = JSON.parse(body);
    // So that what is compared stands for every byte of the answer.
    expect(JSON.stringify(parsed)).toBe(body);
    const shown = this.#placeholders.of(parsed);
    return this.#lay(/\/confirm-(?:cancel|pause|resume)$/u.test(path) ? withSortedStreams(shown) : shown);
  }

  /** One field of the answer a line, so that a difference is seen. */
  #lay(body: unknown): string {
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return this.#once(body);
    const fields = Object.entries(body).map(([name, value]) => {
      const rows = Array.isArray(value) ? value.map((row) => `\n    ${this.#once(row)}`).join(',') : undefined;
      return `  ${JSON.stringify(name)}: ${rows === undefined ? this.#once(value) : `[${rows}]`}`;
    });
    return `{\n${fields.join(',\n')}\n}`;
  }

  /** A long value is written out where it first comes, and named by its digest from then on. */
  #once(value: unknown): string {
    const text = JSON.stringify(value);
    if (text.length <= SHORT) return text;
    const name = createHash('sha256').update(text).digest('hex').slice(0, 8);
    if (this.#written.has(name)) return `(${name} again)`;
    this.#written.add(name);
    return `(${name}) ${text}`;
  }
}
