import { binToHex } from '@bitauth/libauth';
import { BEACON_EPOCH_BLOCKS, BEACON_SHARDS, beaconEpoch, beaconLockingBytecode } from '@weir/covenants';
import { type FollowedScript, scriptHashOf, type SyncPosition } from '@weir/infra';
import { planRound, type RoundPlan } from './plan-round.js';
import { readSegment, type Segment } from './read-segment.js';
import { BeaconBacklog, type ContractCache, ReadTransactions, ServedBlocks } from './round-memory.js';
import { ScriptNews } from './script-news.js';
import type { SyncContext } from './sync.types.js';

/**
 * The beacons of all epochs from a start height on. Epochs already passed stay in the set: a funding that is mined late
 * pays to the beacon of an earlier epoch.
 */
class Beacons {
  readonly #hashes = new Set<string>();
  #next: number;

  constructor(startHeight: number) {
    this.#next = Math.floor(startHeight / BEACON_EPOCH_BLOCKS);
  }

  has(scriptHash: string): boolean {
    return this.#hashes.has(scriptHash);
  }

  /** Advances to a height and returns the beacons it adds: those of the epoch of the next block. */
  reach(height: number): FollowedScript[] {
    const added: FollowedScript[] = [];
    for (; this.#next <= beaconEpoch(height); this.#next += 1) {
      for (let shard = 0; shard < BEACON_SHARDS; shard += 1) {
        const lockingBytecode = beaconLockingBytecode(this.#next, shard);
        added.push({ scriptHash: scriptHashOf(lockingBytecode), lockingBytecode: binToHex(lockingBytecode) });
      }
    }
    for (const { scriptHash } of added) this.#hashes.add(scriptHash);
    return added;
  }
}

export interface RoundReport {
  /** Whether anything was written. */
  readonly wrote: boolean;
  readonly height: number;
  readonly events: number;
  /** Number of blocks rolled back. */
  readonly replaced: number;
  /** Scripts of which every server shows less history than is known. */
  readonly hidden: readonly string[];
  /** Scripts to read again after a pause: the hidden ones, and those on which servers disagree. */
  readonly again: readonly string[];
  /** Whether the tables hold everything up to the tip that servers have announced. */
  readonly isSettled: boolean;
}

/** Servers batch notifications: they were seen to announce scripts half a second after the block. */
const SETTLE_MS = 1_000;

/** Brings the tables up to date with the chain, round by round; see {@link Syncer.open}. */
export class Syncer {
  readonly #context: SyncContext;
  readonly #contracts: ContractCache;
  readonly #scripts: ScriptNews;
  readonly #beacons: Beacons;
  readonly #read = new ReadTransactions();
  readonly #backlog = new BeaconBacklog();
  /** Scripts to read again at the next block. */
  readonly #waiting = new Set<string>();
  readonly #served: ServedBlocks;
  #position: SyncPosition;
  /** Hash of the tip up to which everything was read; undefined while something was not. */
  #tipHash: string | undefined;

  private constructor(
    context: SyncContext,
    contracts: ContractCache,
    position: SyncPosition,
    scripts: ScriptNews,
    settleMs: number,
  ) {
    this.#context = context;
    this.#contracts = contracts;
    this.#position = position;
    this.#scripts = scripts;
    this.#beacons = new Beacons(position.startHeight);
    const { top, servedHeight } = position;
    this.#served = new ServedBlocks(settleMs, servedHeight);
    if (top !== undefined && top.height !== servedHeight)
      this.#served.add(servedHeight ?? position.startHeight - 1, [top.height], performance.now());
  }

  /**
   * Resumes from what the tables hold, and subscribes to all live scripts.
   *
   * @param onChange called when there is something to read
   * @param settleMs how long servers may take after a block to announce the transactions in it
   */
  static async open(
    context: SyncContext,
    contracts: ContractCache,
    onChange: () => void,
    settleMs = SETTLE_MS,
  ): Promise<Syncer> {
    const [position, live, readings] = [
      await context.sync.position(),
      await context.sync.liveScripts(),
      await context.sync.readings(),
    ];
    const scripts = new ScriptNews(context.chain, new Map(readings), onChange);
    for (const { scriptHash, lockingBytecode } of live) scripts.follow(scriptHash, lockingBytecode);
    return new Syncer(context, contracts, position, scripts, settleMs);
  }

  get following(): number {
    return this.#scripts.size;
  }

  /** Milliseconds until the next written block may be served; undefined where all are. */
  get servesIn(): number | undefined {
    return this.#served.dueIn(performance.now());
  }

  /** Whether a script is waiting to be read. */
  get hasWork(): boolean {
    return this.#scripts.hasChanges;
  }

  /**
   * Runs a round: reads what changed on the chain and writes it in one transaction.
   *
   * @throws SyncPausedError, ChainUnavailableError when nothing was written and another round may succeed
   * @throws DeepReorganisationError
   * @throws OvertakenError when another writer is at work
   */
  async round(): Promise<RoundReport> {
    const beganAt = performance.now();
    const segment = await this.#readSegment();
    for (const { scriptHash, lockingBytecode } of this.#beacons.reach(segment.height))
      this.#scripts.follow(scriptHash, lockingBytecode);
    const hearsAll = this.#scripts.areKnown && this.#context.chain.hearsAll;
    if (segment.blocks.length > 0) this.#scripts.requeue(this.#waiting);
    const changed = this.#scripts.takeChanges();
    const isIdle = changed.size === 0 && segment.blocks.length === 0 && segment.replaced === 0;
    if (isIdle) await this.#context.sync.demandVersion(this.#position.version);
    const plan = isIdle ? undefined : await this.#write(segment, changed);
    this.#served.add(segment.forkHeight, plan === undefined ? [] : segment.blocks.map(({ height }) => height), beganAt);
    if (hearsAll && (plan?.unfinished ?? []).length === 0) await this.#serve(beganAt);
    return this.#report(segment, plan);
  }

  /** Queues scripts to be read again. */
  retry(scriptHashes: readonly string[]): void {
    this.#scripts.requeue(scriptHashes);
  }

  close(): void {
    this.#scripts.close();
  }

  async #readSegment(): Promise<Segment> {
    const { startHeight, top } = this.#position;
    const tip = await this.#context.chain.tip();
    if (top !== undefined && !tip.lagging && tip.hash === this.#tipHash)
      return { startHeight, forkHeight: top.height, blocks: [], height: top.height, tipHash: tip.hash, replaced: 0 };
    return readSegment(this.#position, this.#context);
  }

  /** Plans and commits a round. */
  async #write(segment: Segment, changed: ReadonlySet<string>): Promise<RoundPlan> {
    // A transaction read on one branch may be a step on another.
    if (segment.replaced > 0) this.#read.clear();
    if (segment.replaced > 0) this.#backlog.clear();
    try {
      const plan = await planRound(
        {
          position: this.#position,
          segment,
          changed,
          read: this.#read,
          contracts: this.#contracts,
          backlog: this.#backlog,
          isBeacon: (scriptHash) => this.#beacons.has(scriptHash),
        },
        this.#context,
      );
      await this.#context.sync.commit(plan.round);
      this.#take(plan, segment);
      return plan;
    } catch (error) {
      // Nothing of what was taken is written.
      this.#backlog.clear();
      this.#scripts.requeue(changed);
      throw error;
    }
  }

  /** Serves the blocks that are complete: everything announced up to then was read. */
  async #serve(readUntil: number): Promise<void> {
    const height = this.#served.ripeAt(readUntil);
    if (height === undefined) return;
    await this.#context.sync.serve(this.#position.version, height);
    this.#served.serve(height);
  }

  /** Takes a committed round as the start of the next. */
  #take({ round, contracts, unfinished, waiting }: RoundPlan, segment: Segment): void {
    const top = segment.blocks.at(-1) ?? this.#position.top;
    this.#position = { ...this.#position, version: round.version + 1, top };
    this.#tipHash = segment.tipHash;
    for (const [scriptHash, txids] of contracts.read) this.#read.add(scriptHash, txids);
    for (const scriptHash of contracts.forgotten) this.#read.forget(scriptHash);
    for (const scriptHash of contracts.ended) this.#scripts.leave(scriptHash);
    for (const [scriptHash, lockingBytecode] of contracts.live) this.#scripts.follow(scriptHash, lockingBytecode);
    this.#scripts.noteReadings(round.readings);
    this.#scripts.requeue(unfinished);
    if (segment.blocks.length > 0) this.#waiting.clear();
    for (const scriptHash of waiting) this.#waiting.add(scriptHash);
  }

  #report(segment: Segment, plan?: RoundPlan): RoundReport {
    const events = (plan?.round.changes ?? []).reduce((sum, { events: each }) => sum + each.length, 0);
    const atOdds = (scriptHashes: readonly string[] = []): string[] =>
      scriptHashes.filter((scriptHash) => this.#scripts.isAtOdds(scriptHash));
    // A different server than the subscribed one may have answered, hiding what that one announced.
    const hidden = [...(plan?.hidden ?? []), ...atOdds(plan?.empty)];
    return {
      wrote: plan !== undefined,
      height: segment.height,
      events,
      replaced: segment.replaced,
      hidden,
      again: [...hidden, ...atOdds(plan?.complete)],
      isSettled: plan === undefined && this.#scripts.areKnown,
    };
  }
}
