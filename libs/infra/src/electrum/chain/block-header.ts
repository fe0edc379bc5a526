import { binToHex, binToNumberUint32LE, hash256, hexToBin } from '@bitauth/libauth';
import { ServerMistrustedError } from '../electrum-errors.js';
import { hexOf } from './answers.js';
import { hasPromisedWork, type HeaderWork } from './proof-of-work.js';

/** Bytes of a header. */
const LENGTH = 80;
/** Blocks whose median time is the chain's clock. */
export const MEDIAN_SPAN = 11;

/** Returns the lowest of the heights whose blocks decide the median time past of a height. */
export const spanStart = (height: number): number => Math.max(0, height - MEDIAN_SPAN + 1);

/** A block's header. */
export interface BlockHeader extends HeaderWork {
  /** Hash of the block before it, display order, hex. */
  readonly previous: string;
  readonly merkleRoot: string;
  /** Unix seconds, as its miner says. */
  readonly time: number;
}

const display = (bytes: Uint8Array): string => binToHex(bytes.slice().reverse());

/** Reads one header. @throws ServerMistrustedError when it is not 80 bytes, or is not worked for as it says */
const parseHeader = (bytes: Uint8Array): BlockHeader => {
  if (bytes.length !== LENGTH) throw new ServerMistrustedError('A block header has 80 bytes');
  const header = {
    hash: display(hash256(bytes)),
    previous: display(bytes.slice(4, 36)),
    merkleRoot: display(bytes.slice(36, 68)),
    time: binToNumberUint32LE(bytes.slice(68, 72)),
    bits: binToNumberUint32LE(bytes.slice(72, 76)),
  };
  if (!hasPromisedWork(header)) throw new ServerMistrustedError(`There is no work in the header ${header.hash}`);
  return header;
};

/** Reads a header a server gave. @throws ServerMistrustedError when it is none */
export const headerOf = (answer: unknown): BlockHeader => parseHeader(hexToBin(hexOf(answer, 'a header', LENGTH)));

/** Reads consecutive headers, each of which must build on the one before. @throws ServerMistrustedError */
export const parseHeaders = (hex: string): BlockHeader[] => {
  const bytes = hexToBin(hexOf(hex, 'headers'));
  const headers = Array.from({ length: Math.ceil(bytes.length / LENGTH) }, (_, i) =>
    parseHeader(bytes.slice(i * LENGTH, (i + 1) * LENGTH)),
  );
  headers.forEach((header, i) => {
    if (i > 0 && header.previous !== headers[i - 1]?.hash)
      throw new ServerMistrustedError('Consecutive headers do not build on each other');
  });
  return headers;
};

/** Returns the median time past of the last of these headers: of up to 11. */
export const medianTime = (headers: readonly BlockHeader[]): number => {
  const times = headers
    .slice(-MEDIAN_SPAN)
    .map(({ time }) => time)
    .sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? 0;
};
