import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWeir, type Wallet } from './index.js';

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

describe('a client that may not open the wallet to sign in', () => {
  const refusal = {
    success: false,
    error: 'The request names no caller',
    code: 'CALLER_REQUIRED',
    message: 'A signed-in caller is required',
    requestId: 'a-request',
  };

  it.each([true, false])('fails with CALLER_REQUIRED where maySignIn is %s only if it is false', async (maySignIn) => {
    const signed: string[] = [];
    const wallet: Wallet = {
      getAddresses: () => Promise.resolve(['bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07']),
      signTransaction: () => Promise.reject(new Error('There is nothing to sign')),
      signMessage(message) {
        signed.push(message);
        return Promise.reject(new Error('The user declined'));
      },
    };
    const asked: string[] = [];
    const weir = createWeir({
      baseUrl: 'https://api.example',
      maySignIn: () => maySignIn,
      fetch({ url }) {
        asked.push(new URL(url).pathname);
        return Promise.resolve(
          url.endsWith('/nonce')
            ? Response.json({ nonceId: '1', message: 'Sign in', expiresAt: 4_000_000_000 })
            : Response.json(refusal, { status: 401 }),
        );
      },
    });
    const reading = weir.vaults.page({}, wallet);
    if (maySignIn) await expect(reading).rejects.not.toMatchObject({ code: 'CALLER_REQUIRED' });
    else await expect(reading).rejects.toMatchObject({ code: 'CALLER_REQUIRED' });
    expect(asked.filter((path) => path.endsWith('/nonce'))).toHaveLength(maySignIn ? 1 : 0);
    expect(signed).toEqual([]);
  });
});
