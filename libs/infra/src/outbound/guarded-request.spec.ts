import { getEventListeners, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { eventually } from '@weir/testing';
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

  /** Answers one connection by hand. @returns its address, and how many connections came and were closed */
  const serveBytes = async (answer: (socket: Socket) => void) => {
    const sockets: Socket[] = [];
    const server = createTcpServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => answer(socket));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}/`,
      closed: async () => {
        for (const socket of sockets) await eventually(() => expect(socket.closed).toBe(true));
        return sockets.length;
      },
      close: () => {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    };
  };
  /** Sends a text over and over, after another one, for as long as the connection is open. */
  const endlessly =
    (text: string, before = '') =>
    (socket: Socket) => {
      socket.write(before);
      const many = text.repeat(Math.ceil(30_000 / text.length));
      const send = (): void => {
        while (socket.writable && socket.write(many));
        if (socket.writable) socket.once('drain', send);
      };
      send();
    };
  const HEAD = 'HTTP/1.1 200 OK\r\n';

  it.each<[string, (socket: Socket) => void]>([
    [
      'switches to another protocol',
      (socket) => socket.write('HTTP/1.1 101 X\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ],
    ['sends 100 Continue endlessly', endlessly('HTTP/1.1 100 Continue\r\n\r\n')],
    ['sends 103 Early Hints endlessly', endlessly(`HTTP/1.1 103 Early Hints\r\nlink: ${'x'.repeat(5_000)}\r\n\r\n`)],
    ['sends empty lines endlessly', endlessly('\r\n')],
    ['sends headers endlessly', endlessly('a: b\r\n', HEAD)],
    ['sends one header endlessly', endlessly('b', `${HEAD}a: `)],
    ['sends chunk extensions endlessly', endlessly('b', `${HEAD}transfer-encoding: chunked\r\n\r\n1;`)],
    ['sends trailers endlessly', endlessly('a: b\r\n', `${HEAD}transfer-encoding: chunked\r\n\r\n0\r\n`)],
    ['sends a body in pieces of one byte', endlessly('1\r\nx\r\n', `${HEAD}transfer-encoding: chunked\r\n\r\n`)],
    ['answers with something else', (socket) => socket.write('SSH-2.0-x\r\n')],
    ['closes without an answer', (socket) => socket.end()],
    ['closes before its answer is whole', (socket) => socket.end(`${HEAD}content-length: 9\r\n\r\nabc`)],
  ])('fails before its deadline where the target %s, and closes the connection', async (_, answer) => {
    const { url, closed, close } = await serveBytes(answer);
    try {
      await expect(withTimeout(20_000, guardedRequest({ ...LOCAL, url }))).rejects.toEqual(refusal('FAILED'));
      expect(await closed()).toBe(1);
    } finally {
      close();
    }
  });

  it('does not count interim responses within the bound', async () => {
    const interim = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(5);
    const { url, close } = await serveBytes((socket) => socket.end(`${interim}${HEAD}content-length: 2\r\n\r\nok`));
    expect(await guardedRequest({ ...LOCAL, url })).toMatchObject({ status: 200, isWhole: true });
    close();
  });

  it.each<[string, (socket: Socket) => void]>([
    ['one byte of a head at a time', () => undefined],
    ['one byte of a body at a time', (socket) => socket.write(`${HEAD}content-length: 900\r\n\r\n`)],
    [
      'one byte of a compressed body at a time',
      (socket) => socket.write(`${HEAD}content-encoding: gzip\r\ncontent-length: 900\r\n\r\n`),
    ],
  ])('gives up at its deadline on a target that sends %s, and closes the connection', async (_, begin) => {
    const { url, closed, close } = await serveBytes((socket) => {
      begin(socket);
      const timer = setInterval(() => socket.write('H'), 5);
      socket.once('close', () => clearInterval(timer));
    });
    try {
      await expect(guardedRequest({ ...LOCAL, url, timeoutMs: 300 })).rejects.toMatchObject({ name: 'OutboundError' });
      expect(await closed()).toBe(1);
    } finally {
      close();
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
