import { hexToBin } from '@bitauth/libauth';
import type { ChainReader, HistoryReading } from '@weir/infra';

/** The subscribed scripts and which of them have changed since they were read. */
export class ScriptNews {
  readonly #stops = new Map<string, () => void>();
  readonly #statuses = new Map<string, string | null>();
  readonly #changed = new Set<string>();
  /** Scripts with a notification since the changes were last taken. */
  readonly #heard = new Set<string>();

  /**
   * @param readings digests of the histories up to which scripts were read; modified in place
   * @param onChange called when there is something to read
   */
  constructor(
    private readonly chain: Pick<ChainReader, 'subscribeScript'>,
    private readonly readings: Map<string, string>,
    private readonly onChange: () => void,
  ) {}

  get size(): number {
    return this.#stops.size;
  }

  get hasChanges(): boolean {
    return this.#changed.size > 0;
  }

  /** Whether a server has reported the status of every script. */
  get areKnown(): boolean {
    return this.#statuses.size === this.#stops.size;
  }

  has(scriptHash: string): boolean {
    return this.#stops.has(scriptHash);
  }

  /** Subscribes to a script. @param lockingBytecode hex */
  follow(scriptHash: string, lockingBytecode: string): void {
    if (this.#stops.has(scriptHash)) return;
    this.#stops.set(scriptHash, () => undefined);
    const stop = this.chain.subscribeScript(hexToBin(lockingBytecode), ({ status }) => {
      this.#statuses.set(scriptHash, status);
      this.#heard.add(scriptHash);
      this.#judge(scriptHash);
    });
    this.#stops.set(scriptHash, stop);
  }

  leave(scriptHash: string): void {
    this.#stops.get(scriptHash)?.();
    this.#stops.delete(scriptHash);
    this.#statuses.delete(scriptHash);
    this.#changed.delete(scriptHash);
    this.#heard.delete(scriptHash);
    this.readings.delete(scriptHash);
  }

  /** Returns the changed scripts and clears the list. */
  takeChanges(): ReadonlySet<string> {
    const taken = new Set(this.#changed);
    this.#changed.clear();
    this.#heard.clear();
    return taken;
  }

  /**
   * Whether what was read of a script differs from what the subscribed server reports, with no notification since:
   * another server was asked, and one of the two lags or lies.
   */
  isAtOdds(scriptHash: string): boolean {
    const status = this.#statuses.get(scriptHash);
    return status !== undefined && !this.#heard.has(scriptHash) && status !== (this.readings.get(scriptHash) ?? null);
  }

  /** Marks scripts to be read (again). */
  requeue(scriptHashes: Iterable<string>): void {
    for (const scriptHash of scriptHashes) if (this.has(scriptHash)) this.#changed.add(scriptHash);
  }

  /**
   * Records up to where scripts were read. A notification received meanwhile is compared with the reading; an earlier
   * one was known when the script was read.
   */
  noteReadings(readings: readonly HistoryReading[]): void {
    for (const { scriptHash, status } of readings) {
      if (status === null) this.readings.delete(scriptHash);
      else this.readings.set(scriptHash, status);
      if (this.#heard.has(scriptHash)) this.#judge(scriptHash);
    }
  }

  close(): void {
    for (const scriptHash of [...this.#stops.keys()]) this.leave(scriptHash);
  }

  #judge(scriptHash: string): void {
    if ((this.#statuses.get(scriptHash) ?? null) === (this.readings.get(scriptHash) ?? null)) {
      this.#changed.delete(scriptHash);
      return;
    }
    this.#changed.add(scriptHash);
    this.onChange();
  }
}
