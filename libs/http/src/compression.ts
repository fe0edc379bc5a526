import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import fp from 'fastify-plugin';

/** Smaller answers fit a packet or two as they are, bytes. */
const THRESHOLD = 1_024;
/** Half the best that can be had, for a tenth of the time. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: 4 },
};

/**
 * Compresses answers above a kilobyte for clients that take them so. Bodies of requests are read as they come: one that
 * unfolds to a thousand times its size is refused by its type.
 */
export const compressionPlugin = fp(async (app) => {
  await app.register(compress, {
    globalDecompression: false,
    threshold: THRESHOLD,
    encodings: ['br', 'gzip'],
    brotliOptions: BROTLI,
    zlibOptions: { level: 5 },
  });
});
