import { isHex } from '@bitauth/libauth';
import { MINIMUM_FEE_RATE } from '@weir/covenants';
import { withTimeout } from '../../concurrency.js';
import { BroadcastRejectedError, Denial, ServerAnsweredError } from '../electrum-errors.js';
import type { ElectrumPool, ServerSession } from '../pool/electrum-pool.js';
import { txidOf } from './transactions.js';

/** Electrum servers wrap the node's words. */
const REJECTION = /^the transaction was rejected by network rules\.\s*([\s\S]*?)\s*(?:\[[0-9a-f]*\])?$/i;

/** Whether nodes say that they have a transaction already. */
const isKnown = (reason: string): boolean =>
  /txn-already-in-mempool|txn-already-known|already in block ?chain|already in mempool/i.test(reason);

/** A node says so as well of a transaction of which every output is spent again. */
const isMissingInputs = (error: unknown): error is BroadcastRejectedError =>
  error instanceof BroadcastRejectedError && /missing inputs/i.test(error.reason);

const send = async (server: ServerSession, hex: string): Promise<void> => {
  try {
    await server.call('blockchain.transaction.broadcast', hex);
  } catch (error) {
    const reason = error instanceof ServerAnsweredError ? REJECTION.exec(error.message)?.[1] : undefined;
    if (reason === undefined) throw error;
    // Another node may know better: one that lags lacks inputs, or finds a locktime too late.
    if (!isKnown(reason)) throw new Denial(new BroadcastRejectedError(reason));
  }
};

/**
 * Sends a transaction through the first server whose node accepts it or has it, and to the others as well.
 *
 * @param isOnChain whether the network knows a transaction
 * @returns its txid
 * @throws BroadcastRejectedError with a node's reason, when all refuse
 */
export const broadcast = async (
  pool: ElectrumPool,
  hex: string,
  isOnChain: (txid: string) => Promise<boolean>,
): Promise<string> => {
  if (hex === '' || !isHex(hex)) throw new BroadcastRejectedError('TX decode failed');
  const txid = txidOf(hex);
  try {
    const url = await pool.run(async (server) => {
      await send(server, hex);
      return server.url;
    });
    pool.runOnOthers(url, (server) => send(server, hex));
  } catch (error) {
    if (!isMissingInputs(error) || !(await isOnChain(txid))) throw error;
  }
  return txid;
};

/** Highest fee rate by default, satoshis per 1,000 bytes: the most that a lying server can cost a user. */
const DEFAULT_MAX_FEE_RATE = 5_000n;

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
interface FeeRateOptions {
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
