import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fixture } from '../fixture.js';

const HOLD_MS = 3_000;

/**
 * What slow clients send before they stall: nothing, half a head, a head without its body, more requests than they read
 * answers to.
 */
const BEGINNINGS = [
  '',
  'GET /api/streams HTTP/1.1\r\nhost: ',
  'POST /api/streams/create HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
  'GET /docs/static/swagger-ui-bundle.js HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(4),
  // Unread answers: as many as one connection may pipeline, and more.
  'GET /docs/json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(490),
  'GET /api/streams HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(990),
] as const;

/** Connections that are opened and left hanging; some end properly, some by a reset. */
export const slowClientsScenario =
  (url: string) =>
  async ({ isOver }: Fixture): Promise<void> => {
    const { hostname, port } = new URL(url);
    const sockets = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(BEGINNINGS[index % BEGINNINGS.length] ?? '');
        return socket.pause();
      }),
    );
    for (const end = Date.now() + HOLD_MS; Date.now() < end && !isOver();) await sleep(200);
    for (const [index, socket] of sockets.entries())
      if (index % 2 === 0) socket.resetAndDestroy();
      else socket.destroy();
  };
