import { bigIntToVmNumber, binsAreEqual, encodeDataPush } from '@bitauth/libauth';
import { ChainLaggingError, ChainUnavailableError, Denial, ServerMistrustedError } from '../pool/electrum-errors.js';
import type { ElectrumPool, ServerSession } from '../pool/electrum-pool.js';
import { fieldsOf, hashOf, hexOf, listOf } from './answers.js';
import {
  type BlockHeader,
  demandWork,
  MAX_HEADERS,
  MEDIAN_SPAN,
  medianTime,
  numbered,
  parseHeaders,
  parseTip,
  readHeaders,
  spanStart,
  TIP_CALL,
  type TipReport,
} from './headers.js';
import { decodeChecked, merkleRootOf } from './transactions.js';

/**
 * Checks a block's height by its coinbase, which begins with it (BIP34). Two round trips.
 *
 * @throws ServerMistrustedError when the block has another height
 */
const demandHeight = async (server: ServerSession, { height, header }: TipReport): Promise<void> => {
  // The first block says none, and needs to: no other builds on nothing.
  if (height === 0 && /^0+$/.test(header.previous)) return;
  const place = fieldsOf(await server.call('blockchain.transaction.id_from_pos', height, 0, true), 'id_from_pos');
  const txid = hashOf(place['tx_hash'], 'tx_hash');
  const branch = listOf(place['merkle'], 'merkle').map((node) => hashOf(node, 'a merkle node'));
  const { transaction } = decodeChecked(txid, await server.call('blockchain.transaction.get', txid));
  const said = encodeDataPush(bigIntToVmNumber(BigInt(height)));
  const script = transaction.inputs[0]?.unlockingBytecode.slice(0, said.length);
  if (merkleRootOf(txid, { branch, position: 0 }) !== header.merkleRoot)
    throw new ServerMistrustedError(`The proof of the first transaction in block ${header.hash} does not hold`);
  if (script === undefined || !binsAreEqual(script, said))
    throw new ServerMistrustedError(`Block ${header.hash} does not have height ${height}`);
};

/** The tip of the chain. */
export interface Tip {
  readonly height: number;
  readonly hash: string;
  /** Unix seconds, as its miner says. */
  readonly time: number;
  /** Median time of the last 11 blocks, Unix seconds: the chain's clock. */
  readonly medianTimePast: number;
  /** Whether every server now reports a lower one: this is the highest seen, and nothing newer is known. */
  readonly lagging: boolean;
}

/** All servers' tips are compared this often at most, milliseconds. */
const COMPARE_MS = 30_000;
/** How many blocks another server must be ahead for the one in use to count as lagging: a block takes time to reach all. */
const AHEAD = 2;

/** A tip, and the blocks that decide its median time. */
interface ReadTip {
  readonly tip: Tip;
  /** Hashes by height. */
  readonly hashes: ReadonlyMap<number, string>;
}

/** The height from which headers are read, so that they link a new tip to what is known where they can. */
const linkStart = (height: number, known: ReadTip | undefined): number => {
  const start = spanStart(height);
  if (known === undefined || height - known.tip.height >= MAX_HEADERS) return start;
  return Math.min(start, known.tip.height);
};

/**
 * Reads a reported tip. Headers do not say their height: with those of other heights a server could claim any, and every
 * correct one would lag from then on. So they must link to what is known; else the tip's own block must say its height.
 */
const readTip = async (
  server: ServerSession,
  { height, header }: TipReport,
  known: ReadTip | undefined,
): Promise<ReadTip> => {
  const from = linkStart(height, known);
  const headers = await readHeaders(server, from, height);
  const span = headers.slice(-MEDIAN_SPAN);
  demandWork(numbered(from, headers).slice(-MEDIAN_SPAN), () => server.facts.easiestTip);
  if (headers.at(-1)?.hash !== header.hash) throw new ServerMistrustedError('The tip is not the last of its headers');
  const isLinked = headers.some(({ hash }, i) => known?.hashes.get(from + i) === hash);
  if (!isLinked) await demandHeight(server, { height, header });
  return {
    tip: { height, hash: header.hash, time: header.time, medianTimePast: medianTime(span), lagging: false },
    hashes: new Map(span.map(({ hash }, i) => [height - span.length + 1 + i, hash])),
  };
};

/**
 * Follows the tip by subscription, reading the headers behind each new one once.
 *
 * @param onRead called with each tip before it is returned
 */
export const createTipTracker = (pool: ElectrumPool, onRead: (tip: Tip) => void = () => undefined) => {
  const listeners = new Set<() => void>();
  let reported: TipReport | undefined;
  let reportedAt: number | null = null;
  let known: ReadTip | undefined;
  let comparedAt = -Infinity;
  /** Whether another server has shown more than what is known. */
  let isBehind = false;

  pool.subscriptions.headers((value) => {
    reported = parseTip(value);
    reportedAt = Math.floor(Date.now() / 1000);
    if (known !== undefined && reported.height < known.tip.height) return;
    for (const listener of [...listeners]) listener();
  });

  /** Finds out whether the server in use lags from the start, which it would never say itself. */
  const compare = (): void => {
    if (Date.now() < comparedAt + COMPARE_MS) return;
    comparedAt = Date.now();
    pool.runOnOthers('', async (server) => {
      const report = parseTip(await server.call(TIP_CALL.method));
      if (known === undefined || report.height < known.tip.height + AHEAD) return;
      server.noteTip((await readTip(server, report, known)).tip, true);
      isBehind = true;
    });
  };

  const ask = async (server: ServerSession): Promise<Tip> => {
    const report = parseTip(await server.call(TIP_CALL.method));
    const read = known?.tip.hash === report.header.hash ? known : await readTip(server, report, known);
    // What is known may be reported with another height than it has.
    if (server.noteTip({ height: report.height, hash: report.header.hash }, read !== known).isLagging)
      throw new Denial(new ChainLaggingError(`${server.url} lags at height ${report.height}`));
    if (read !== known) onRead(read.tip);
    known = read;
    isBehind = false;
    compare();
    return read.tip;
  };

  return {
    /** The tip. The highest seen is never gone back behind: a server that reports a lower one lags, and another is asked. */
    async tip() {
      const isCurrent =
        !isBehind && known !== undefined && known.tip.hash === reported?.header.hash && pool.subscriptions.hearsHeaders;
      if (isCurrent && known !== undefined) {
        compare();
        return known.tip;
      }
      try {
        return await pool.run(ask);
      } catch (error) {
        if (known !== undefined && error instanceof ChainLaggingError) return { ...known.tip, lagging: true };
        throw error;
      }
    },
    /** Calls back at each new tip that is not lower than the highest seen. @returns how to stop */
    onTip(listener: () => void): () => void {
      listeners.add(listener);
      if (reported !== undefined) listener();
      return () => listeners.delete(listener);
    },
    /** Unix seconds when the tip was last reported; null before the first. */
    get reportedAt() {
      return reportedAt;
    },
  };
};

/**
 * Reads the headers from a height up to a tip from one server, each building on the one before.
 *
 * @throws Denial of a server that has another chain than the one to this tip: it lags, or is ahead
 */
export const readChain = async (server: ServerSession, from: number, tip: Tip): Promise<BlockHeader[]> => {
  let hex = '';
  for (let start = from; start <= tip.height; start += MAX_HEADERS) {
    const answer = fieldsOf(
      await server.call('blockchain.block.headers', start, Math.min(MAX_HEADERS, tip.height - start + 1)),
      'block.headers',
    );
    hex += hexOf(answer['hex'], 'headers');
  }
  const headers = parseHeaders(hex);
  const byHeight = numbered(from, headers);
  demandWork(byHeight, server.facts.easiestAt);
  // What is old was made with less; it lies under what is new.
  demandWork(byHeight.slice(-MEDIAN_SPAN), () => server.facts.easiestTip);
  const asked = tip.height - from + 1;
  if (headers.length > asked) throw new ServerMistrustedError('There are more headers than were asked for');
  if (headers.at(-1)?.hash !== tip.hash)
    throw new Denial(new ChainUnavailableError(`${server.url} does not have the chain to block ${tip.hash}`, 1));
  // Those of other heights, which end with the tip as well.
  if (headers.length < asked) throw new ServerMistrustedError(`There are ${headers.length} headers of ${asked}`);
  return headers;
};
