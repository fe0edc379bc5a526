import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import createClient from 'openapi-fetch';
import { eventually } from '@weir/testing';
import type { paths } from '../generated/api.js';
import { askOnce, askPatiently, type Send } from './ask.js';

/** How many requests came. Those of the first `silent` are never answered. */
let asked = 0;
let silent = 0;
let server: Server;
let api: ReturnType<typeof createClient<paths>>;
beforeAll(async () => {
  server = createServer((_, answer) => {
    asked += 1;
    if (asked > silent) answer.setHeader('content-type', 'application/json').end('{"success":true,"height":"5"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  api = createClient<paths>({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
beforeEach(() => {
  asked = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const send: Send<object> = (sent) => api.GET('/api/info', sent);

describe('a request that nobody answers', () => {
  it('is given up after its time, and may be sent again', async () => {
    silent = 1;
    await expect(askOnce(send, { headers: {} }, 20)).rejects.toMatchObject({
      code: 'CONNECTION_FAILED',
      retryable: true,
    });
    silent = 2;
    expect(await askPatiently(send, { headers: {} }, true, 1_000)).toEqual({ success: true, height: '5' });
    expect(asked).toBeGreaterThan(silent);
  });

  it('is waited for where it has no limit, until its caller aborts it', async () => {
    silent = 1;
    const abort = new AbortController();
    const answer = askOnce(send, { headers: {}, signal: abort.signal }, 0);
    await eventually(() => expect(asked).toBe(1));
    abort.abort(new Error('closed'));
    await expect(answer).rejects.toThrow('closed');
  });
});
