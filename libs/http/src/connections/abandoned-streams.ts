import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import fp from 'fastify-plugin';

/**
 * Ends the streams of answers whose connection is gone. Node tells an answer that its connection was closed only where it had
 * its turn: of questions asked one after the other without waiting, the later answers would keep their files open for ever.
 */
export const abandonedStreamsPlugin = fp((app, _, done) => {
  const bySocket = new WeakMap<Socket, Set<Readable>>();

  const streamsOf = (socket: Socket): Set<Readable> => {
    const known = bySocket.get(socket);
    if (known !== undefined) return known;
    const streams = new Set<Readable>();
    bySocket.set(socket, streams);
    socket.once('close', () => {
      for (const stream of streams) stream.destroy();
    });
    return streams;
  };

  app.addHook('onSend', ({ raw: { socket } }, _reply, payload, next) => {
    if (payload instanceof Readable) {
      const streams = streamsOf(socket);
      streams.add(payload);
      payload.once('close', () => streams.delete(payload));
      if (socket.destroyed) payload.destroy();
    }
    next(null, payload);
  });
  done();
});
