import { isHex } from '@bitauth/libauth';
import { MINIMUM_FEE_RATE } from '@weir/covenants';
import { SATOSHIS_PER_BCH } from '@weir/kinds';
import { withTimeout } from '../../concurrency.js';
import { BroadcastRejectedError, ChainUnavailableError, Denial, ServerAnsweredError } from '../pool/electrum-errors.js';
import type { ElectrumPool, ServerSession } from '../pool/electrum-pool.js';
import { meaningOf } from './refusal-texts.js';
import { txidOf } from './transactions.js';

/** Electrum servers wrap the node's words. */
const REJECTION = /^the transaction was rejected by network rules\.\s*([\s\S]*?)\s*(?:\[[0-9a-f]*\])?$/i;

const send = async (server: ServerSession, hex: string): Promise<void> => {
  try {
    await server.call('blockchain.transaction.broadcast', hex);
  } catch (error) {
    const reason = error instanceof ServerAnsweredError ? REJECTION.exec(error.message)?.[1] : undefined;
    if (reason === undefined) throw error;
    // Another node may know better: one that lags lacks inputs, or finds a locktime too late.
    throw new Denial(new BroadcastRejectedError(reason));
  }
};

/** What a broadcast asks the chain about a transaction that a node refused. */
interface RefusalFacts {
  /** Whether the network knows a transaction. @throws ChainUnavailableError */
  isOnChain(txid: string): Promise<boolean>;
  /** Whether every output that a transaction (hex) spends is unspent. @throws ChainUnavailableError */
  areInputsUnspent(hex: string): Promise<boolean>;
}

/** Asks the chain, and falls back to what the node's text means where no server answers. */
const orByText = async (ask: () => Promise<boolean>, byText: boolean): Promise<boolean> => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ChainUnavailableError) return byText;
    throw error;
  }
};

/**
 * Sends a transaction through the first server whose node accepts it, and to the others as well. Where all refuse, the chain
 * decides what that means, not their texts: a transaction that the network knows was sent.
 *
 * @returns its txid
 * @throws BroadcastRejectedError with a node's reason, and whether the inputs are gone
 */
export const broadcast = async (pool: ElectrumPool, hex: string, facts: RefusalFacts): Promise<string> => {
  if (hex === '' || !isHex(hex)) throw new BroadcastRejectedError('TX decode failed');
  const txid = txidOf(hex);
  try {
    const url = await pool.run(async (server) => {
      await send(server, hex);
      return server.url;
    });
    pool.runOnOthers(url, (server) => send(server, hex));
  } catch (error) {
    if (!(error instanceof BroadcastRejectedError)) throw error;
    const meaning = meaningOf(error.reason);
    if (await orByText(() => facts.isOnChain(txid), meaning === 'KNOWN')) return txid;
    const areUnspent = await orByText(() => facts.areInputsUnspent(hex), meaning !== 'INPUTS_GONE');
    throw new BroadcastRejectedError(error.reason, !areUnspent);
  }
  return txid;
};

/** Highest fee rate by default, satoshis per 1,000 bytes: the most that a lying server can cost a user. */
const DEFAULT_MAX_FEE_RATE = 5_000n;

/** How long a reported rate holds, and how soon servers are asked again where none reported one. */
const KEEP_MS = 300_000;
const RETRY_MS = 10_000;
/** How long a caller waits for slow servers. */
const PATIENCE_MS = 2_000;

/** Converts coins for 1,000 bytes, as servers report them, to satoshis; 0n for anything that is not such a figure. */
const toSatoshis = (coins: unknown): bigint => {
  if (typeof coins !== 'number' || !Number.isFinite(coins) || coins < 0) return 0n;
  const satoshis = Math.ceil(Number((coins * SATOSHIS_PER_BCH).toFixed(3)));
  return Number.isSafeInteger(satoshis) ? BigInt(satoshis) : 0n;
};

const highestOf = (rates: readonly bigint[]): bigint => rates.reduce((most, rate) => (rate > most ? rate : most), 0n);

/** What a server's node relays, satoshis for 1,000 bytes; 0n where it does not report a figure. */
interface ReportedRates {
  /** What it asks for relaying, with a full mempool too. */
  readonly fee: bigint;
  /** By what its dust limit is computed: its own figure, else its relay fee, from which some nodes derive it. */
  readonly dust: bigint;
}

/** Reads what a server's node relays, in old and new versions of the protocol. */
const ratesOf = async (server: ServerSession): Promise<ReportedRates> => {
  const [relayFee, info] = await server.batch([
    { method: 'blockchain.relayfee', params: [] },
    { method: 'mempool.get_info', params: [] },
  ]);
  const fields: object = typeof info === 'object' && info !== null ? info : {};
  const relay = highestOf([toSatoshis(relayFee), 'minrelaytxfee' in fields ? toSatoshis(fields.minrelaytxfee) : 0n]);
  const dust = 'dustrelayfee' in fields ? toSatoshis(fields.dustrelayfee) : 0n;
  return {
    fee: highestOf([relay, 'mempoolminfee' in fields ? toSatoshis(fields.mempoolminfee) : 0n]),
    dust: dust > 0n ? dust : relay,
  };
};

/** Bounds of the fee rate, and how long it is cached. */
interface FeeRateOptions {
  /** Satoshis for 1,000 bytes; {@link DEFAULT_MAX_FEE_RATE} by default. */
  readonly maxFeeRate?: bigint | undefined;
  /** Milliseconds, as the clock of `now`. */
  readonly keepMs?: number;
}

/** Both rates that decide what is relayed, satoshis for 1,000 bytes. */
export interface RelayRates {
  /** What nodes ask: the highest that any connected server reports, so that its node accepts the transaction too. */
  readonly feeRate: bigint;
  /** By what the dust limit is computed: the lowest that any reports, since one node that accepts is enough. */
  readonly dustRate: bigint;
}

/**
 * Reads what nodes ask for relaying. Neither rate is ever below the relay minimum or above the bound; both are cached for five
 * minutes.
 */
export const createRelayRatesReader = (
  pool: Pick<ElectrumPool, 'runOnAll'>,
  { maxFeeRate = DEFAULT_MAX_FEE_RATE, keepMs = KEEP_MS }: FeeRateOptions = {},
): (() => Promise<RelayRates>) => {
  let rates: RelayRates = { feeRate: MINIMUM_FEE_RATE, dustRate: MINIMUM_FEE_RATE };
  let until = 0;
  let asking: Promise<void> | undefined;

  const within = (reported: bigint): bigint => {
    if (reported > maxFeeRate) return maxFeeRate;
    return reported < MINIMUM_FEE_RATE ? MINIMUM_FEE_RATE : reported;
  };
  const ask = async (): Promise<void> => {
    let highest = 0n;
    let lowestDust: bigint | undefined;
    const all = pool.runOnAll(async (server) => {
      const { fee, dust } = await ratesOf(server);
      if (fee > highest) highest = fee;
      if (dust > 0n && (lowestDust === undefined || dust < lowestDust)) lowestDust = dust;
    });
    await withTimeout(PATIENCE_MS, all).catch(() => undefined);
    if (highest > 0n) rates = { feeRate: within(highest), dustRate: within(lowestDust ?? MINIMUM_FEE_RATE) };
    until = Date.now() + (highest > 0n ? keepMs : RETRY_MS);
  };

  return async () => {
    // All who ask meanwhile share one round.
    if (Date.now() >= until) asking ??= ask().finally(() => (asking = undefined));
    await asking;
    return rates;
  };
};
