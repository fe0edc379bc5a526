import { binToHex, binToNumberUint32LE, hash256, hexToBin } from '@bitauth/libauth';
import { ServerAnsweredError, ServerMistrustedError } from '../pool/electrum-errors.js';
import type { ServerSession } from '../pool/electrum-pool.js';
import { fieldsOf, hexOf, integerOf } from './answers.js';

/** What a header says of the work that was done for it. */
export interface HeaderWork {
  /** Display order, hex. */
  readonly hash: string;
  /** The work it promises, in the compact form of headers. */
  readonly bits: number;
}

/**
 * Returns the target that a header's bits encode: its hash, as a number, may not be higher. Returns 0 for a negative
 * one, which is invalid.
 */
export const targetOf = (bits: number): bigint => {
  const [exponent, mantissa] = [bits >>> 24, bits & 0x007f_ffff];
  if ((bits & 0x0080_0000) !== 0) return 0n;
  return exponent <= 3
    ? BigInt(mantissa) >> BigInt(8 * (3 - exponent))
    : BigInt(mantissa) << BigInt(8 * (exponent - 3));
};

/** Whether a header's hash meets the target of its bits. */
export const hasPromisedWork = ({ hash, bits }: HeaderWork): boolean => BigInt(`0x${hash}`) <= targetOf(bits);

/**
 * Checks that headers promise enough work; that they did what they promise was checked when they were read.
 *
 * @param headers by height
 * @param easiestAt returns the highest target that will do at a height
 * @throws ServerMistrustedError
 */
export const demandWork = (
  headers: Iterable<readonly [height: number, header: HeaderWork]>,
  easiestAt: (height: number) => bigint,
): void => {
  for (const [height, { hash, bits }] of headers) {
    if (targetOf(bits) > easiestAt(height))
      throw new ServerMistrustedError(`Block ${hash} has less work than the network requires`);
  }
};

/** Gives headers that follow each other their heights. */
export const numbered = <Header>(from: number, headers: readonly Header[]): (readonly [number, Header])[] =>
  headers.map((header, i) => [from + i, header]);

/** Bytes of a header. */
const LENGTH = 80;
/** Blocks whose median time is the chain's clock. */
export const MEDIAN_SPAN = 11;

/** Returns the lowest of the heights whose blocks decide the median time past of a height. */
export const spanStart = (height: number): number => Math.max(0, height - MEDIAN_SPAN + 1);

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
  if (bytes.length !== LENGTH) throw new ServerMistrustedError('Block header does not have 80 bytes');
  const header = {
    hash: display(hash256(bytes)),
    previous: display(bytes.slice(4, 36)),
    merkleRoot: display(bytes.slice(36, 68)),
    time: binToNumberUint32LE(bytes.slice(68, 72)),
    bits: binToNumberUint32LE(bytes.slice(72, 76)),
  };
  if (!hasPromisedWork(header))
    throw new ServerMistrustedError(`There is no proof of work in the header ${header.hash}`);
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

export interface TipReport {
  readonly height: number;
  readonly header: BlockHeader;
}

export const TIP_CALL = { method: 'blockchain.headers.get_tip', params: [] } as const;

/**
 * Parses `blockchain.headers.get_tip` and the notices of `blockchain.headers.subscribe`.
 *
 * @throws ServerMistrustedError
 */
export const parseTip = (answer: unknown): TipReport => {
  if (answer instanceof ServerAnsweredError) throw answer;
  const report = fieldsOf(answer, 'a tip');
  return { height: integerOf(report['height'], 'height'), header: headerOf(report['hex']) };
};

/** Headers a server gives at once. */
export const MAX_HEADERS = 2_016;

/**
 * Reads the headers of some heights, at most {@link MAX_HEADERS}, each building on the one before. Nothing but what they
 * link to says that they are those of these heights.
 */
export const readHeaders = async (server: ServerSession, from: number, to: number): Promise<BlockHeader[]> => {
  const answer = fieldsOf(await server.call('blockchain.block.headers', from, to - from + 1), 'block.headers');
  const headers = parseHeaders(hexOf(answer['hex'], 'headers'));
  if (headers.length !== to - from + 1) throw new ServerMistrustedError(`Headers up to ${to} are missing`);
  demandWork(numbered(from, headers), server.facts.easiestAt);
  return headers;
};
