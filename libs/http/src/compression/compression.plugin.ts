import { ReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { type Compressor, createCompressor, type Encoding, ENCODINGS } from './compressor.js';

/** Bytes. A smaller body fits into a packet or two uncompressed. */
const THRESHOLD = 1_024;
/** As many bodies as Node has threads for them, and as many streams as exports run at once, twice. */
const PLACES = { bodies: 4, streams: 8 };
/** What is worth compressing. Not events: each must arrive at once. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|x-yaml|yaml|javascript|wasm)\b|image\/(?:svg\+xml|x-icon)|font\/ttf)/u;

const encodingOf = ({ headers }: FastifyRequest): Encoding | undefined => {
  const accepted = headers['accept-encoding'];
  const text = Array.isArray(accepted) ? accepted.join(',') : accepted;
  const chosen = text === undefined ? null : negotiate(text.toLowerCase(), [...ENCODINGS, 'identity']);
  return ENCODINGS.find((encoding) => encoding === chosen);
};

const isCompressible = (reply: FastifyReply): boolean =>
  reply.statusCode !== 206 &&
  !reply.hasHeader('content-range') &&
  !reply.hasHeader('content-encoding') &&
  COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? 'application/json'));

const varyByEncoding = (reply: FastifyReply): void => {
  const vary = String(reply.getHeader('vary') ?? '');
  if (!/(?:^|[\s,])(?:\*|accept-encoding)(?:$|[\s,])/iu.test(vary))
    reply.header('vary', vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`);
};

const compressedOf = async (
  compressor: Compressor,
  reply: FastifyReply,
  payload: unknown,
  encoding: Encoding,
): Promise<Buffer | Readable | undefined> => {
  if (typeof payload === 'string') return compressor.body(Buffer.from(payload), encoding);
  if (Buffer.isBuffer(payload)) return compressor.body(payload, encoding);
  if (payload instanceof ReadStream)
    return compressor.file(
      payload,
      String(reply.getHeader('etag')),
      Number(reply.getHeader('content-length')),
      encoding,
    );
  return payload instanceof Readable ? compressor.stream(payload, encoding) : undefined;
};

const sizeOf = (payload: unknown, reply: FastifyReply): number => {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  if (Buffer.isBuffer(payload)) return payload.length;
  return Number(reply.getHeader('content-length') ?? Infinity);
};

export interface CompressionOptions {
  /** Shown to tests. */
  readonly compressor?: Compressor;
}

/**
 * Compresses answers above one kilobyte for clients that accept it, as far as there are places: see {@link createCompressor}. Request
 * bodies are never decompressed, since a small one could expand a thousandfold: a compressed body is refused as malformed.
 */
export const compressionPlugin = fp<CompressionOptions>(
  (app, { compressor = createCompressor(PLACES) }, done) => {
    const compressAnswer: onSendHookHandler = (request, reply, payload, next) => {
      const isEligible =
        payload !== null &&
        payload !== undefined &&
        request.method !== 'HEAD' &&
        isCompressible(reply) &&
        sizeOf(payload, reply) >= THRESHOLD;
      if (isEligible) varyByEncoding(reply);
      const encoding = isEligible ? encodingOf(request) : undefined;
      if (encoding === undefined) {
        next(null, payload);
        return;
      }
      compressedOf(compressor, reply, payload, encoding).then(
        (compressed) => {
          if (compressed !== undefined) {
            reply.header('content-encoding', encoding);
            if (Buffer.isBuffer(compressed)) reply.header('content-length', compressed.length);
            else reply.removeHeader('content-length');
          }
          next(null, compressed ?? payload);
        },
        (error: unknown) => next(error instanceof Error ? error : new Error('Compression failed', { cause: error })),
      );
    };
    app.addHook('onRoute', (route) => {
      route.onSend = [...[route.onSend ?? []].flat(), compressAnswer];
    });
    done();
  },
  { name: 'compression' },
);
