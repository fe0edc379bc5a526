import { binToHex } from '@bitauth/libauth';
import {
  fetchOracleMessages,
  type Oracle,
  type OracleArchive,
  type OracleHole,
  oracleName,
  type OracleWindow,
  OutboundError,
  RelayAnswerError,
  type RelayRequest,
  type TargetRules,
} from '@weir/infra';
import { findLies } from '@weir/payments';
import { repeat, startWorker, type Worker, type WorkerOptions } from '../shared/watch/worker.js';

/** The dependencies of the oracle watcher, and how often it works. */
export interface OracleWatcherOptions extends WorkerOptions, TargetRules {
  readonly archive: OracleArchive;
  readonly oracles: readonly Oracle[];
  /** Unix seconds, by the chain. */
  readonly now: () => number;
  /** Pause between two rounds, milliseconds. */
  readonly pollMs?: number;
  /** How long a relay may take, milliseconds. */
  readonly timeoutMs?: number;
}

const POLL_MS = 20_000;
const HOUR = 3_600n;
const DAY = 86_400n;
/** How far ahead of the clock an oracle may be. */
const AHEAD = 60n;
/** What is read of an oracle of which nothing is stored: periods that fell due within a grace can be paid. */
const FIRST_READING = DAY + HOUR;
/** How long missing messages are looked for. */
const HOLES_KEPT = 8n * DAY;
/** How long all messages are kept; longer than a month, since a period that is late can be paid at a later date as well. */
const ALL_KEPT = 40n * DAY;
/** Holes of one oracle of which an hour is asked for in a round, and the most that are known of it. */
const HOLES_AT_ONCE = 4;
const HOLES_READ = 200;
/** After how many seconds a hole that no relay could fill is looked at again. */
const HOLE_PAUSE = HOUR;
const KEEPING = HOUR;

/** How far a hole was looked through. */
interface HoleReading {
  readonly from: bigint;
  /** When it may be read on. */
  readonly at: bigint;
}

const isExpected = (error: unknown): error is Error =>
  error instanceof OutboundError || error instanceof RelayAnswerError;

/**
 * Asks all relays of all oracles for new messages and for missing ones, and stores what their oracles signed. A relay that lies, is
 * slow or fails changes nothing of what others answer; its state is logged when it changes.
 */
export const createOracleWatcher = (options: OracleWatcherOptions): Worker => {
  const { archive, oracles, now, log, allowPrivate, pollMs = POLL_MS, timeoutMs } = options;

  const work = async (signal: AbortSignal): Promise<void> => {
    const problems = new Map<string, string>();
    const readings = new Map<string, HoleReading>();
    let keepAt = 0n;

    /** Logs the state of a relay where it changed. */
    const report = (oracle: Oracle, relay: string, problem: string | undefined): void => {
      const place = `${oracle.publicKey} ${relay}`;
      const details = { oracle: oracleName(oracle), relay };
      if (problem === problems.get(place)) return;
      if (problem === undefined) {
        problems.delete(place);
        log.info(details, 'The relay of an oracle works again');
      } else {
        problems.set(place, problem);
        log.warn({ ...details, problem }, 'A relay of an oracle fails; retrying');
      }
    };

    /** Asks one relay. Fails where the database does. */
    const ask = async (oracle: Oracle, relay: string, window: OracleWindow): Promise<void> => {
      const { publicKey } = oracle;
      const request: RelayRequest = { relay, publicKey, timeoutMs, allowPrivate, signal };
      const answer = await fetchOracleMessages(request, window).catch((error: unknown) => {
        if (isExpected(error)) return error;
        throw error;
      });
      if (signal.aborted) return;
      if (answer instanceof Error) {
        report(oracle, relay, answer.message);
        return;
      }
      const leftOut = await archive.store(publicKey, answer.messages);
      if (leftOut > 0)
        log.warn({ oracle: oracleName(oracle), leftOut }, 'An oracle signed too many messages within an hour');
      if (answer.refused > 0) report(oracle, relay, 'It answered with entries that the oracle did not sign');
      // An empty answer shows nothing of a relay that lied before.
      else if (answer.messages.length > 0) report(oracle, relay, undefined);
    };

    const askAll = async (oracle: Oracle, relays: readonly string[], window: OracleWindow): Promise<void> => {
      await Promise.all(relays.map((relay) => ask(oracle, relay, window)));
    };

    /** The relays that work; all where none does. Others would hold up what is missing. */
    const working = ({ publicKey, relays }: Oracle): readonly string[] => {
      const some = relays.filter((relay) => !problems.has(`${publicKey} ${relay}`));
      return some.length === 0 ? relays : some;
    };

    const readNew = async (oracle: Oracle, time: bigint): Promise<void> => {
      const newest = (await archive.span(oracle.publicKey))?.to;
      const known = newest === undefined || newest < time - HOUR ? time - HOUR : newest;
      await askAll(oracle, oracle.relays, { from: known, to: time + AHEAD });
    };

    const holesOf = async ({ publicKey }: Oracle, time: bigint): Promise<OracleHole[]> => {
      const start = time - FIRST_READING;
      const oldest = (await archive.span(publicKey))?.from ?? time;
      const holes = await archive.holes(publicKey, time - HOLES_KEPT, HOLES_READ);
      return oldest > start ? [...holes, { from: start, to: oldest }] : holes;
    };

    /** Reads holes on, an hour of each; one that was read to its end waits. */
    const readHoles = async (oracle: Oracle, time: bigint): Promise<void> => {
      let asked = 0;
      for (const { from, to } of await holesOf(oracle, time)) {
        const name = `${oracle.publicKey} ${to}`;
        const reading = readings.get(name) ?? { from, at: time };
        if (reading.at > time) continue;
        asked += 1;
        if (asked > HOLES_AT_ONCE) return;
        const start = reading.from > from && reading.from < to ? reading.from : from;
        const end = start + HOUR < to ? start + HOUR : to;
        await askAll(oracle, working(oracle), { from: start, to: end });
        if (end < to) readings.set(name, { from: end, at: time });
        else readings.set(name, { from, at: time + HOLE_PAUSE });
      }
    };

    const findContradictions = async (oracle: Oracle, time: bigint): Promise<void> => {
      const { publicKey } = oracle;
      const recent = await archive.between(publicKey, { from: time - 2n * HOUR, to: time + AHEAD });
      for (const { kind, messages } of await archive.noteLies(publicKey, findLies(recent), time)) {
        const proof = messages.map(({ bytes, signature }) => [binToHex(bytes), binToHex(signature)]);
        log.warn({ oracle: oracleName(oracle), kind, proof }, 'An oracle signed messages that contradict each other');
      }
    };

    const keep = async (time: bigint): Promise<void> => {
      if (time < keepAt) return;
      for (const { publicKey } of oracles) await archive.thin(publicKey, time - ALL_KEPT);
      for (const [name, { at }] of readings) if (at < time - DAY) readings.delete(name);
      keepAt = time + KEEPING;
    };

    const readOracle = async (oracle: Oracle, time: bigint): Promise<void> => {
      await readNew(oracle, time);
      await readHoles(oracle, time);
      await findContradictions(oracle, time);
    };

    await repeat(signal, {
      pauseMs: pollMs,
      async step() {
        const time = BigInt(now());
        // One that fails keeps no other from being read.
        const results = await Promise.allSettled(oracles.map((oracle) => readOracle(oracle, time)));
        const failed = results.find((result) => result.status === 'rejected');
        if (failed !== undefined) throw failed.reason;
        await keep(time);
      },
      onFailure: (error) => {
        if (!signal.aborted) log.warn({ err: error }, 'Reading oracles failed; retrying');
      },
    });
  };
  return startWorker({ ...options, name: 'oracle-watcher', work, status: () => ({}) });
};
