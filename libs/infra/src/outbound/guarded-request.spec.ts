import { getEventListeners, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { withTimeout } from '../concurrency.js';
import { checkTarget, isPublicAddress } from './check-target.js';
import { guardedRequest, type OutboundRequest } from './guarded-request.js';

const LOCAL = { method: 'GET', timeoutMs: 600_000, maxBytes: 1_000, allowPrivate: true } as const;
const refusal = (problem: string) => expect.objectContaining({ name: 'OutboundError', problem }) as Error;

const serve = async (handle: RequestListener) => {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, port, close: () => (server.closeAllConnections(), server.close()) };
};

describe('public addresses', () => {
  it.each(['1.1.1.1', '93.184.216.34', '2606:4700::1111'])('are %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.192',
    '198.18.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    '3fff::1',
    // IPv4-compatible, IPv4-translated, and what is given to nobody.
    '::127.0.0.1',
    '::7f00:1',
    '::10.0.0.1',
    '::8.8.8.8',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '100::1',
    '4000::1',
    '5f00::1',
    'no address',
  ])('are not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a target', () => {
  it.each([
    ['http://example.com', 'URL_REFUSED'],
    ['ftp://example.com', 'URL_REFUSED'],
    ['nonsense', 'URL_REFUSED'],
    ['https://user@example.com', 'URL_REFUSED'],
    ['https://example.com:25', 'URL_REFUSED'],
    [`https://example.com/${'x'.repeat(3_000)}`, 'URL_REFUSED'],
    ['https://127.0.0.1', 'ADDRESS_REFUSED'],
    ['https://2130706433', 'ADDRESS_REFUSED'],
    ['https://0x7f.1', 'ADDRESS_REFUSED'],
    ['https://[::1]:8443', 'ADDRESS_REFUSED'],
    ['https://[::ffff:10.0.0.1]', 'ADDRESS_REFUSED'],
    ['https://[::127.0.0.1]/', 'ADDRESS_REFUSED'],
    ['https://[::7f00:1]/', 'ADDRESS_REFUSED'],
    ['https://example.com/\r\nx-header: 1', 'URL_REFUSED'],
    ['https://exa\tmple.com/', 'URL_REFUSED'],
    [' https://example.com/', 'URL_REFUSED'],
    ['https://example.com/\u0000', 'URL_REFUSED'],
    ['https://example.com/\u0085', 'URL_REFUSED'],
    ['https://example.com/\u2028', 'URL_REFUSED'],
    ['https://169.254.169.254/latest/meta-data', 'ADDRESS_REFUSED'],
  ])('is not %s', (url, problem) => {
    expect(() => checkTarget(url, { allowPrivate: false })).toThrow(refusal(problem));
  });
});

describe('a guarded request', () => {
  it('reaches nobody behind a name that leads into a private network', async () => {
    let isReached = false;
    const { port, close } = await serve((_, response) => {
      isReached = true;
      response.end();
    });
    const request: OutboundRequest = { ...LOCAL, allowPrivate: false, url: `https://localhost:${port}/` };
    await expect(guardedRequest(request)).rejects.toMatchObject({ name: 'OutboundError' });
    expect(isReached).toBe(false);
    close();
  });

  it('returns a redirect and does not follow it', async () => {
    let count = 0;
    const { url, close } = await serve((_, response) => {
      count += 1;
      response.writeHead(302, { location: '/elsewhere' }).end('there');
    });
    expect(await guardedRequest({ ...LOCAL, url })).toMatchObject({ status: 302, isWhole: true });
    expect(count).toBe(1);
    close();
  });

  it('reads no more than its bound of an answer without end', async () => {
    const { url, close } = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.once('close', () => clearInterval(timer));
    });
    const answer = await guardedRequest({ ...LOCAL, url });
    expect([answer.isWhole, answer.body.length <= 1_000]).toEqual([false, true]);
    close();
  });

  it.each([
    ['says nothing', () => undefined],
    ['begins, and does not end', (response: { write(text: string): unknown }) => void response.write('x')],
  ])('gives up on a target that %s', async (_, answer) => {
    const { url, close } = await serve((_request, response) => answer(response));
    await expect(guardedRequest({ ...LOCAL, url, timeoutMs: 300 })).rejects.toEqual(refusal('TIMEOUT'));
    close();
  });

  it('fails where the target switches to another protocol, and closes the connection', async () => {
    const sockets: Socket[] = [];
    const server = createTcpServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      const request = guardedRequest({ ...LOCAL, url: `http://127.0.0.1:${port}/`, timeoutMs: 300 });
      await expect(withTimeout(2_000, request)).rejects.toEqual(refusal('FAILED'));
      expect(sockets).toHaveLength(1);
      for (const socket of sockets) if (!socket.closed) await once(socket, 'close');
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  });

  it('ends with its signal, and leaves nothing at one that lives on', async () => {
    const { url, close } = await serve((_, response) => response.end());
    const signal = new AbortController().signal;
    for (let count = 0; count < 3; count += 1) await guardedRequest({ ...LOCAL, url, signal });
    close();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    // What AbortSignal.any remembers at its sources, for as long as they live.
    const dependants = Object.getOwnPropertySymbols(signal).find(
      ({ description }) => description === 'kDependantSignals',
    );
    expect(dependants).toBeUndefined();
    const over = AbortSignal.abort();
    await expect(guardedRequest({ ...LOCAL, url, signal: over })).rejects.toEqual(refusal('FAILED'));
  });

  it('reports a refused connection', async () => {
    const { url, close } = await serve(() => undefined);
    close();
    await expect(guardedRequest({ ...LOCAL, url })).rejects.toEqual(refusal('FAILED'));
  });
});
