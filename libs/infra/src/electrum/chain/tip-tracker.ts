import { ChainUnavailableError, ServerMistrustedError } from '../electrum-errors.js';
import type { ElectrumPool, ServerSession } from '../pool/electrum-pool.js';
import { fieldsOf, integerOf, textOf } from './answers.js';
import { MEDIAN_SPAN, medianTime, parseHeaders } from './block-header.js';
import type { BlockHeader } from './block-header.js';

/** Where the chain stands. */
export interface Tip {
  readonly height: number;
  readonly hash: string;
  /** Unix seconds, as its miner says. */
  readonly time: number;
  /** Median time of the last 11 blocks, Unix seconds: the chain's clock. */
  readonly medianTimePast: number;
}

export interface TipTracker {
  /**
   * The tip. The highest seen is never gone back behind: a lower one is a server that lags or lies, and another is
   * asked.
   *
   * @throws ChainUnavailableError when no server reports one as high
   */
  tip(): Promise<Tip>;
  /** The median time past with the block of this height as the tip. @throws ChainUnavailableError */
  medianTimePast(height: number): Promise<number>;
  /** Unix seconds when the tip was last reported. */
  readonly reportedAt: number | null;
}

interface Report {
  readonly height: number;
  readonly hex: string;
}

const parseReport = (value: unknown): Report => {
  const report = fieldsOf(value, 'a tip');
  return { height: integerOf(report['height'], 'height'), hex: textOf(report['hex'], 'hex') };
};

/** The headers up to a height that decide its median time. */
const spanTo = async (server: ServerSession, height: number): Promise<BlockHeader[]> => {
  const start = Math.max(0, height - MEDIAN_SPAN + 1);
  const answer = fieldsOf(await server.call('blockchain.block.headers', start, height - start + 1), 'block.headers');
  const headers = parseHeaders(textOf(answer['hex'], 'hex'));
  if (headers.length !== height - start + 1) throw new ServerMistrustedError(`Headers up to ${height} are missing`);
  return headers;
};

/** Follows the tip by subscription, reading the headers behind each new one once. */
export const createTipTracker = (pool: ElectrumPool): TipTracker => {
  let reported: Report | undefined;
  let reportedAt: number | null = null;
  let highest = -1;
  let known: { readonly hex: string; readonly tip: Tip } | undefined;

  pool.subscriptions.headers((value) => {
    reported = parseReport(value);
    reportedAt = Math.floor(Date.now() / 1000);
  });

  const readTip = async (server: ServerSession, { height, hex }: Report): Promise<Tip> => {
    if (height < highest) throw new ServerMistrustedError(`${server.url} reports height ${height}, and ${highest} was seen`);
    const headers = await spanTo(server, height);
    const last = headers.at(-1);
    if (last === undefined || parseHeaders(hex)[0]?.hash !== last.hash) throw new ServerMistrustedError('The tip is not the last of its headers');
    highest = Math.max(highest, height);
    return { height, hash: last.hash, time: last.time, medianTimePast: medianTime(headers) };
  };

  return {
    async tip() {
      if (known !== undefined && known.hex === reported?.hex) return known.tip;
      return pool.run(async (server) => {
        const report = parseReport(await server.call('blockchain.headers.get_tip'));
        const tip = known?.hex === report.hex ? known.tip : await readTip(server, report);
        known = { hex: report.hex, tip };
        return tip;
      });
    },
    async medianTimePast(height) {
      if (height > highest && height > (await this.tip()).height) throw new ChainUnavailableError(`There is no block ${height} yet`);
      return pool.run(async (server) => medianTime(await spanTo(server, height)));
    },
    get reportedAt() {
      return reportedAt;
    },
  };
};
