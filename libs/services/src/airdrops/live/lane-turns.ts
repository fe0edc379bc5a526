import { setTimeout as sleep } from 'node:timers/promises';

interface Lane {
  tail: Promise<void>;
  /** Ends the current turn. */
  end: () => void;
  /** How long the next claim that is handed out keeps the lane to itself, milliseconds. */
  holdMs: number;
  /** Claimers who have a turn or wait for one. */
  readonly inLine: Set<string>;
}

/** How long turns and waits for them last. */
export interface LaneTurnsOptions {
  /** How long a claim that was handed out keeps the lane to itself at most, milliseconds: a wallet that signs at once needs less. */
  readonly holdMs: number;
  /** How long it keeps the lane at least, after earlier turns passed unused, milliseconds. */
  readonly leastHoldMs: number;
  /** Longest wait for a claim to be handed out, milliseconds. */
  readonly waitMs: number;
  /** Longest wait for a claim that this service sends itself, milliseconds. */
  readonly sendWaitMs: number;
}

const DEFAULTS: LaneTurnsOptions = { holdMs: 500, leastHoldMs: 20, waitMs: 12_000, sendWaitMs: 20_000 };

/** Thrown where too many wait for a lane. */
export class LaneCrowdedError extends Error {
  override readonly name = 'LaneCrowdedError';
}

/**
 * Decides who may build on a lane next. A lane serves one claim at a time: of claims handed out together all but one would be
 * built in vain. This only saves work; nothing depends on it: other replicas build regardless, and so does a claimer who has
 * waited long enough.
 *
 * Nobody can block a lane: a turn that passes without a claim halves the next ones, down to next to nothing; a turn in which the
 * lane moves doubles them again; and nobody is in line twice.
 */
export class LaneTurns {
  readonly #lanes = new Map<string, Lane>();
  readonly #options: LaneTurnsOptions;

  constructor(options: Partial<LaneTurnsOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
  }

  /** Waits for a turn, which ends by itself or with {@link LaneTurns.moved}. Returns at once for a claimer who waits already. */
  async take(key: string, who: string): Promise<void> {
    if (this.#lanes.get(key)?.inLine.has(who) === true) return;
    const { lane, end, inTime } = await this.#next(key, this.#options.waitMs, who);
    // Who has waited long enough builds beside the one whose turn it is, and leaves the line.
    if (!inTime) {
      end();
      return;
    }
    const expire = (): void => {
      lane.holdMs = Math.max(this.#options.leastHoldMs, lane.holdMs / 2);
      end();
    };
    const timer = setTimeout(expire, lane.holdMs).unref();
    lane.end = (): void => {
      clearTimeout(timer);
      lane.holdMs = Math.min(this.#options.holdMs, lane.holdMs * 2);
      end();
    };
  }

  /** Works in a turn of its own. @throws LaneCrowdedError when it does not come in time */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const { end, inTime } = await this.#next(key, this.#options.sendWaitMs);
    try {
      if (!inTime) throw new LaneCrowdedError();
      return await work();
    } finally {
      end();
    }
  }

  /** Notes that the lane has moved on: the next in line may build. */
  moved(key: string): void {
    this.#lanes.get(key)?.end();
  }

  async #next(key: string, waitMs: number, who?: string) {
    const lane = this.#lanes.get(key) ?? {
      tail: Promise.resolve(),
      end: () => undefined,
      holdMs: this.#options.holdMs,
      inLine: new Set<string>(),
    };
    this.#lanes.set(key, lane);
    if (who !== undefined) lane.inLine.add(who);
    const before = lane.tail;
    let resolveTurn = (): void => undefined;
    const turn = new Promise<void>((resolve) => (resolveTurn = resolve));
    lane.tail = turn;
    const waiting = new AbortController();
    const inTime = await Promise.race([
      before.then(() => true),
      sleep(waitMs, false, { signal: waiting.signal, ref: false }).catch(() => false),
    ]);
    waiting.abort();
    const pass = (): void => {
      resolveTurn();
      if (lane.tail === turn) this.#lanes.delete(key);
    };
    const end = (): void => {
      if (who !== undefined) lane.inLine.delete(who);
      if (inTime) pass();
      // Given up before it came: those behind wait on for the turns before it.
      else void before.then(pass);
    };
    if (inTime) lane.end = end;
    return { lane, end, inTime };
  }
}
