import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWeir } from './index.js';

let server: Server;
let baseUrl: string;
/** Refuses each caller as the API does. */
beforeAll(async () => {
  server = createServer((request, answer) => {
    const refusal = {
      success: false,
      error: 'The address is not valid.',
      code: 'INVALID_ADDRESS',
      message: 'The header x-user-address has a wrong checksum: check it for typing errors, or copy it again',
      details: { in: 'headers', field: 'x-user-address', problem: 'CHECKSUM' },
      requestId: 'a-request',
    };
    request.resume();
    answer.statusCode = 400;
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(refusal));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a refused address of the caller', () => {
  it('is named as the terms name it, since callers of the client see no headers', async () => {
    const weir = createWeir({ baseUrl });
    const terms = { recipient: 'bchtest:q', totalAmount: 1, streamType: 'LINEAR', sender: 'bchtest:qwrong' } as const;
    await expect(weir.streams.preview(terms)).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
      message: 'sender has a wrong checksum: check it for typing errors, or copy it again',
      details: { field: 'sender', problem: 'CHECKSUM' },
      requestId: 'a-request',
    });
    await expect(
      weir.airdrops.preview({ title: 'x', totalAmount: 1, amountPerClaim: 1, creator: 'bchtest:qwrong' }),
    ).rejects.toMatchObject({ details: { field: 'creator' } });
  });
});
