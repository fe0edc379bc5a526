import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RegistryPublication } from '@weir/devnet';

/** A registry server on a real socket with programmable answers. */
export interface RegistryServer {
  readonly origin: string;
  /** Requested paths, in order. */
  readonly asked: readonly string[];
  /** Serves a text at a path. @returns its publication data */
  serve(path: string, text: string): RegistryPublication;
  /** Sets another answer for a path. @returns its address */
  answer(path: string, how: (response: ServerResponse, request: IncomingMessage) => void): string;
  close(): void;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Token metadata in a registry, BCMR v2. */
export interface RegistryWords {
  readonly name?: unknown;
  readonly symbol?: unknown;
  readonly decimals?: unknown;
  readonly description?: unknown;
  readonly icon?: unknown;
}

const snapshot = (category: string, { name = 'Weir Test', symbol = 'WEIR', ...words }: RegistryWords) => ({
  name,
  description: words.description,
  token: { category, symbol, decimals: words.decimals },
  uris: words.icon === undefined ? undefined : { icon: words.icon },
});

/** A registry with snapshots of one token, by the time from which each holds. */
export const registryOf = (
  category: string,
  words: RegistryWords | Readonly<Record<`${number}-${string}`, RegistryWords>>,
): string => {
  const history = Object.keys(words).some((key) => key.startsWith('2'))
    ? (words as Readonly<Record<string, RegistryWords>>)
    : { '2024-01-01T00:00:00.000Z': words as RegistryWords };
  return JSON.stringify({
    version: { major: 1, minor: 0, patch: 0 },
    latestRevision: '2024-01-01T00:00:00.000Z',
    registryIdentity: { name: 'Registry of a test' },
    identities: {
      [category]: Object.fromEntries(Object.entries(history).map(([time, said]) => [time, snapshot(category, said)])),
    },
  });
};

export const startRegistryServer = async (): Promise<RegistryServer> => {
  const asked: string[] = [];
  const answers = new Map<string, (response: ServerResponse, request: IncomingMessage) => void>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end();
    else answer(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    asked,
    serve(path, text) {
      answers.set(path, (response) => void response.end(text));
      return { hash: sha256(text), uris: [`${origin}${path}`] };
    },
    answer(path, how) {
      answers.set(path, how);
      return `${origin}${path}`;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
