import { ChainLaggingError, ChainUnavailableError, Denial, ServerMistrustedError } from '../electrum-errors.js';
import type { ElectrumPool, ServerSession } from '../pool/electrum-pool.js';
import { fieldsOf, hexOf } from './answers.js';
import { MEDIAN_SPAN, medianTime, parseHeaders, type BlockHeader } from './block-header.js';
import { demandWork } from './proof-of-work.js';
import { parseTip, TIP_CALL, type TipReport } from './tip-report.js';

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

/** Follows the tip of the chain. */
export interface TipTracker {
  /** The tip. The highest seen is never gone back behind: a server that reports a lower one lags, and another is asked. */
  tip(): Promise<Tip>;
  /** The median time past with the block of this height as the tip. @throws ChainUnavailableError */
  medianTimePast(height: number): Promise<number>;
  /** Calls back at each new tip that is not lower than the highest seen. @returns how to stop */
  onTip(listener: () => void): () => void;
  /** Unix seconds when the tip was last reported; null before the first. */
  readonly reportedAt: number | null;
}

/** All servers' tips are compared this often at most, milliseconds. */
const COMPARE_MS = 30_000;
/** How many blocks another server must be ahead for the one in use to count as lagging: a block takes time to reach all. */
const AHEAD = 2;

/** The headers up to a height that decide its median time. */
const spanTo = async (server: ServerSession, height: number): Promise<BlockHeader[]> => {
  const start = Math.max(0, height - MEDIAN_SPAN + 1);
  const answer = fieldsOf(await server.call('blockchain.block.headers', start, height - start + 1), 'block.headers');
  const headers = parseHeaders(hexOf(answer['hex'], 'headers'));
  if (headers.length !== height - start + 1) throw new ServerMistrustedError(`Headers up to ${height} are missing`);
  demandWork(headers, server.easiest.block);
  return headers;
};

const readTip = async (server: ServerSession, { height, header }: TipReport): Promise<Tip> => {
  const headers = await spanTo(server, height);
  demandWork(headers, server.easiest.tip);
  if (headers.at(-1)?.hash !== header.hash) throw new ServerMistrustedError('The tip is not the last of its headers');
  return { height, hash: header.hash, time: header.time, medianTimePast: medianTime(headers), lagging: false };
};

/**
 * Follows the tip by subscription, reading the headers behind each new one once.
 *
 * @param onRead called with each tip before it is returned
 */
export const createTipTracker = (pool: ElectrumPool, onRead: (tip: Tip) => void = () => undefined): TipTracker => {
  const listeners = new Set<() => void>();
  let reported: TipReport | undefined;
  let reportedAt: number | null = null;
  let known: Tip | undefined;
  let comparedAt = -Infinity;
  /** Whether another server has shown more than what is known. */
  let isBehind = false;

  pool.subscriptions.headers((value) => {
    reported = parseTip(value);
    reportedAt = Math.floor(Date.now() / 1000);
    if (known !== undefined && reported.height < known.height) return;
    for (const listener of [...listeners]) listener();
  });

  /** Finds out whether the server in use lags from the start, which it would never say itself. */
  const compare = (): void => {
    if (Date.now() < comparedAt + COMPARE_MS) return;
    comparedAt = Date.now();
    pool.runOnOthers('', async (server) => {
      const report = parseTip(await server.call(TIP_CALL.method));
      if (known === undefined || report.height < known.height + AHEAD) return;
      server.noteTip((await readTip(server, report)).height, true);
      isBehind = true;
    });
  };

  const ask = async (server: ServerSession): Promise<Tip> => {
    const report = parseTip(await server.call(TIP_CALL.method));
    const tip = known?.hash === report.header.hash ? known : await readTip(server, report);
    if (server.noteTip(tip.height, true).isLagging)
      throw new Denial(new ChainLaggingError(`${server.url} lags at height ${tip.height}`));
    if (tip !== known) onRead(tip);
    known = tip;
    isBehind = false;
    compare();
    return tip;
  };

  return {
    async tip() {
      const isCurrent =
        !isBehind && known !== undefined && known.hash === reported?.header.hash && pool.subscriptions.hearsHeaders;
      if (isCurrent && known !== undefined) {
        compare();
        return known;
      }
      try {
        return await pool.run(ask);
      } catch (error) {
        if (known !== undefined && error instanceof ChainLaggingError) return { ...known, lagging: true };
        throw error;
      }
    },
    async medianTimePast(height) {
      if (height > (known?.height ?? -1) && height > (await this.tip()).height)
        throw new ChainUnavailableError(`There is no block ${height} yet`);
      return pool.run(async (server) => medianTime(await spanTo(server, height)));
    },
    onTip(listener) {
      listeners.add(listener);
      if (reported !== undefined) listener();
      return () => listeners.delete(listener);
    },
    get reportedAt() {
      return reportedAt;
    },
  };
};
