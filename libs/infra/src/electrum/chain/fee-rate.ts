import { MINIMUM_FEE_RATE } from '@weir/covenants';
import { withTimeout } from '../../concurrency/with-timeout.js';
import type { ElectrumPool, ServerSession } from '../pool/electrum-pool.js';

/** Highest fee rate by default, satoshis per 1,000 bytes: the most that a lying server can cost a user. */
export const DEFAULT_MAX_FEE_RATE = 5_000n;

const SATOSHIS_OF_A_COIN = 100_000_000;
/** How long what servers told holds, and how soon they are asked again where none did. */
const KEEP_MS = 300_000;
const RETRY_MS = 10_000;
/** How long a caller waits for slow servers. */
const PATIENCE_MS = 2_000;

/** Coins for 1,000 bytes, as servers tell them, in satoshis; 0n for what is no such figure. */
const toSatoshis = (coins: unknown): bigint => {
  if (typeof coins !== 'number' || !Number.isFinite(coins) || coins < 0) return 0n;
  const satoshis = Math.ceil(Number((coins * SATOSHIS_OF_A_COIN).toFixed(3)));
  return Number.isSafeInteger(satoshis) ? BigInt(satoshis) : 0n;
};

const highestOf = (rates: readonly bigint[]): bigint => rates.reduce((most, rate) => (rate > most ? rate : most), 0n);

/**
 * Reads the fee rate that a server's node asks, in old and new versions of the protocol, with a full mempool too; 0n where it
 * does not tell.
 */
const toldBy = async (server: ServerSession): Promise<bigint> => {
  const [relayFee, info] = await server.batch([
    { method: 'blockchain.relayfee', params: [] },
    { method: 'mempool.get_info', params: [] },
  ]);
  const fields: object = typeof info === 'object' && info !== null ? info : {};
  return highestOf([
    toSatoshis(relayFee),
    ...('minrelaytxfee' in fields ? [toSatoshis(fields.minrelaytxfee)] : []),
    ...('mempoolminfee' in fields ? [toSatoshis(fields.mempoolminfee)] : []),
  ]);
};

/** Bounds of the fee rate, and how long it is cached. */
export interface FeeRateOptions {
  /** Satoshis for 1,000 bytes; {@link DEFAULT_MAX_FEE_RATE} by default. */
  readonly maxFeeRate?: bigint | undefined;
  /** Milliseconds, as the clock of `now`. */
  readonly keepMs?: number;
}

/**
 * Reads the fee rate that nodes ask for relaying, satoshis for 1,000 bytes: the highest that any connected server
 * reports, so that its node accepts the transaction too. Never below the relay minimum, never above the bound, cached
 * for five minutes.
 */
export const createFeeRateReader = (
  pool: Pick<ElectrumPool, 'runOnAll'>,
  { maxFeeRate = DEFAULT_MAX_FEE_RATE, keepMs = KEEP_MS }: FeeRateOptions = {},
): (() => Promise<bigint>) => {
  let rate = MINIMUM_FEE_RATE;
  let until = 0;
  let asking: Promise<void> | undefined;

  const within = (told: bigint): bigint => {
    if (told > maxFeeRate) return maxFeeRate;
    return told < MINIMUM_FEE_RATE ? MINIMUM_FEE_RATE : told;
  };
  const ask = async (): Promise<void> => {
    let highest = 0n;
    const all = pool.runOnAll(async (server) => {
      const told = await toldBy(server);
      if (told > highest) highest = told;
    });
    await withTimeout(PATIENCE_MS, all).catch(() => undefined);
    if (highest > 0n) rate = within(highest);
    until = Date.now() + (highest > 0n ? keepMs : RETRY_MS);
  };

  return async () => {
    // All who ask meanwhile share one round.
    if (Date.now() >= until) asking ??= ask().finally(() => (asking = undefined));
    await asking;
    return rate;
  };
};
