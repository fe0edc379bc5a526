import { request as open, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import type { Server, ServerAnswer } from '../client.js';

const PAUSE_MS = 250;

const bodyOf = (payload: InjectOptions['payload']): string | undefined => {
  if (payload === undefined || typeof payload === 'string') return payload;
  return JSON.stringify(payload);
};

/** Sends one request on a new connection, so that a balancer gives each to another server. */
const ask = async (
  baseUrl: string,
  { method = 'GET', url, headers, payload }: InjectOptions,
): Promise<ServerAnswer> => {
  if (typeof url !== 'string') throw new Error('Tests name what they ask for by its path');
  const body = bodyOf(payload);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = open(new URL(url, baseUrl), {
      method,
      agent: false,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    });
    request.once('response', resolve);
    request.once('error', reject);
    request.end(body);
  });
  const answer = await text(response);
  return {
    statusCode: response.statusCode ?? 0,
    headers: response.headers,
    body: answer,
    json: () => JSON.parse(answer) as never,
  };
};

/** A client that retries on broken connections, without knowing whether it was heard. */
export class RetryingServer implements Server {
  /** Number of broken connections. */
  broken = 0;

  /** @param baseUrl of the server at the moment */
  constructor(private readonly baseUrl: () => string) {}

  async inject(request: InjectOptions): Promise<ServerAnswer> {
    for (;;) {
      try {
        return await ask(this.baseUrl(), request);
      } catch {
        this.broken += 1;
        await sleep(PAUSE_MS);
      }
    }
  }
}
