import type { ReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { buffer as readAll } from 'node:stream/consumers';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';

/** Encodings of answers, the preferred one first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Largest body that is compressed at once, bytes: handing it to another thread would take longer. */
const SMALL = 16_384;
/** Largest file that is compressed, and of all compressed files what is kept, bytes. */
const MAX_FILE = 32 * 2 ** 20;
const MAX_KEPT = 64 * 2 ** 20;
/** Quality 4 of 11 reaches about half of the best saving in a tenth of the time. A file is compressed once, so that more pays off. */
const QUALITY = { answer: 4, file: 9 };
const LEVEL = { answer: 5, file: 9 };
/** A window of 256 kB: a compressor takes some 2 MB, a tenth of what the largest window takes. */
const WINDOW_BITS = 18;

type Kind = keyof typeof QUALITY;

const brotliOptions = (kind: Kind, size?: number) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: QUALITY[kind],
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    ...(size !== undefined && { [constants.BROTLI_PARAM_SIZE_HINT]: size }),
  },
});

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const compressNow = (body: Buffer, encoding: Encoding): Buffer =>
  encoding === 'br'
    ? brotliCompressSync(body, brotliOptions('answer', body.length))
    : gzipSync(body, { level: LEVEL.answer });

const compress = (body: Buffer, encoding: Encoding, kind: Kind): Promise<Buffer> =>
  encoding === 'br' ? brotli(body, brotliOptions(kind, body.length)) : zip(body, { level: LEVEL[kind] });

/** A number of places, which nobody waits for. */
const createPlaces = (count: number) => {
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    /** Takes a place. @returns a function that gives it up, once; undefined where all are taken */
    take(): (() => void) | undefined {
      if (taken >= count) return undefined;
      taken += 1;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        taken -= 1;
      };
    },
  };
};

/** Keeps bodies by their keys, up to a total size in bytes; the oldest are dropped first. */
const createKept = (maxSize: number) => {
  const kept = new Map<string, Buffer>();
  let size = 0;
  return {
    get: (key: string) => kept.get(key),
    add(key: string, body: Buffer): void {
      kept.set(key, body);
      size += body.length;
      for (const [oldest, { length }] of kept) {
        if (size <= maxSize) return;
        kept.delete(oldest);
        size -= length;
      }
    },
  };
};

export interface CompressorOptions {
  /** Bodies and files that are compressed at the same time. */
  readonly bodies: number;
  /** Streams that are compressed at the same time; their readers set the pace. */
  readonly streams: number;
}

/**
 * Creates the compressor of all answers of a process. Each compression takes a place; where none is free, the answer goes out
 * uncompressed, so that nothing waits and memory stays bounded. What is the same for many requests is compressed once: files, and
 * bodies that are the same Buffer.
 */
export const createCompressor = ({ bodies, streams }: CompressorOptions) => {
  const bodyPlaces = createPlaces(bodies);
  const streamPlaces = createPlaces(streams);
  const known = new WeakMap<Buffer, Map<Encoding, Promise<Buffer | undefined>>>();
  const files = createKept(MAX_KEPT);
  const underWay = new Map<string, Promise<Buffer>>();
  const count = { compressions: 0 };

  const inPlace = (leave: () => void, work: () => Promise<Buffer>): Promise<Buffer> => {
    count.compressions += 1;
    return work().finally(leave);
  };

  const compressBody = (body: Buffer, encoding: Encoding): Promise<Buffer | undefined> => {
    if (body.length <= SMALL) {
      count.compressions += 1;
      return Promise.resolve(compressNow(body, encoding));
    }
    const leave = bodyPlaces.take();
    return leave === undefined ? Promise.resolve(undefined) : inPlace(leave, () => compress(body, encoding, 'answer'));
  };

  return {
    /** Compressions that are running. */
    running: (): number => bodyPlaces.taken + streamPlaces.taken,
    /** Compressions so far. */
    compressions: (): number => count.compressions,
    /** Compresses a body; that of the same Buffer once. @returns undefined where no place is free */
    body(body: Buffer, encoding: Encoding): Promise<Buffer | undefined> {
      const before = known.get(body)?.get(encoding);
      if (before !== undefined) return before;
      const compressed = compressBody(body, encoding);
      const byEncoding = known.get(body) ?? new Map<Encoding, Promise<Buffer | undefined>>();
      known.set(body, byEncoding.set(encoding, compressed));
      const forget = (): unknown => byEncoding.delete(encoding);
      void compressed.then((found) => found ?? forget(), forget);
      return compressed;
    },
    /**
     * Compresses a file, once for each of its versions. Requests for the same one share the compression that is running.
     *
     * @param version changes each time its content does
     * @returns undefined where no place is free, or it is too large; else the stream is closed
     */
    async file(file: ReadStream, version: string, size: number, encoding: Encoding): Promise<Buffer | undefined> {
      const key = JSON.stringify([file.path, version, encoding]);
      const kept = files.get(key) ?? underWay.get(key);
      if (kept !== undefined) {
        file.destroy();
        return kept;
      }
      const leave = size > MAX_FILE ? undefined : bodyPlaces.take();
      if (leave === undefined) return undefined;
      const compressing = inPlace(leave, async () => compress(await readAll(file), encoding, 'file'));
      underWay.set(key, compressing);
      try {
        const compressed = await compressing;
        files.add(key, compressed);
        return compressed;
      } finally {
        underWay.delete(key);
      }
    },
    /** Compresses a stream as it is read. @returns undefined where no place is free */
    stream(source: Readable, encoding: Encoding): Readable | undefined {
      const leave = streamPlaces.take();
      if (leave === undefined) return undefined;
      count.compressions += 1;
      const compressing =
        encoding === 'br' ? createBrotliCompress(brotliOptions('answer')) : createGzip({ level: LEVEL.answer });
      pipeline(source, compressing, () => undefined);
      return compressing.once('close', leave);
    },
  };
};

export type Compressor = ReturnType<typeof createCompressor>;
