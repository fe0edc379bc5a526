import { binToHex, hexToBin, utf8ToBin } from '@bitauth/libauth';
import type { AirdropsRepository, CampaignRecord, LaneState, TreeBytes, TreeRecord } from '@weir/infra';
import { blobLayout, ClaimCountTree, WhitelistTree } from '@weir/merkle';

interface Weighed<T> {
  readonly value: T;
  readonly weight: number;
}

/** A load that waits until there is room for it. */
interface Waiting {
  readonly weight: number;
  readonly start: () => void;
}

/**
 * Keeps the values used last, up to a total weight. A value counts from the moment its load starts: loads that do not fit wait,
 * in the order they came. A single value may be heavier than the limit. Each key is loaded once at a time.
 */
export class WeightedCache<T> {
  readonly #entries = new Map<string, Weighed<T>>();
  readonly #loading = new Map<string, Promise<T>>();
  readonly #waiting: Waiting[] = [];
  #kept = 0;
  #underWay = 0;

  constructor(private readonly limit: number) {}

  /** Weight of the values that are kept or being loaded. */
  get weight(): number {
    return this.#kept + this.#underWay;
  }

  /** @param weight what the value takes while it is loaded and kept, bytes */
  async get(key: string, weight: number, load: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.value;
    }
    const loading = this.#loading.get(key) ?? this.#load(key, weight, load);
    this.#loading.set(key, loading);
    return loading;
  }

  delete(key: string): void {
    this.#kept -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
    this.#startWaiting();
  }

  async #load(key: string, weight: number, load: () => Promise<T>): Promise<T> {
    await this.#room(weight);
    try {
      const value = await load();
      this.#entries.set(key, { value, weight });
      this.#kept += weight;
      return value;
    } finally {
      this.#underWay -= weight;
      this.#loading.delete(key);
      this.#startWaiting();
    }
  }

  async #room(weight: number): Promise<void> {
    if (this.#waiting.length === 0 && this.#reserve(weight)) return;
    await new Promise<void>((start) => this.#waiting.push({ weight, start }));
  }

  /** Drops the values used longest ago until the weight fits. @returns whether it fits */
  #reserve(weight: number): boolean {
    const room = this.limit - this.#underWay - weight;
    if (room < 0 && this.#underWay > 0) return false;
    for (const [oldest, entry] of this.#entries) {
      if (this.#kept <= room) break;
      this.#kept -= entry.weight;
      this.#entries.delete(oldest);
    }
    this.#underWay += weight;
    return true;
  }

  #startWaiting(): void {
    for (let next = this.#waiting[0]; next !== undefined && this.#reserve(next.weight); next = this.#waiting[0]) {
      this.#waiting.shift();
      next.start();
    }
  }
}

/** Bytes of trees kept in memory, those being loaded included: two trees of a million rows. */
const KEPT_BYTES = 256 * 2 ** 20;
/** Approximate bytes of one claimer in a tree of counts. */
const CLAIMER_BYTES = 500;
/** Steps read at once to catch up. */
const BATCH = 10_000;

/** Where a tree in memory is. */
interface Mark {
  readonly sequence: number;
  readonly txHash: string;
}

interface LiveWhitelist {
  readonly kind: 'WHITELIST';
  readonly tree: WhitelistTree;
  readonly marks: Map<number, Mark>;
}

interface LiveCounts {
  readonly kind: 'PUBLIC';
  readonly tree: ClaimCountTree;
  mark: Mark | undefined;
}

/** A tree as it is at a lane's latest recorded step; null once the lane has ended. */
export interface TreeAt<Tree> {
  readonly tree: Tree;
  readonly head: LaneState | null;
}

/** Returns the parts of a tree's bytes, as they are stored. */
export const treeBytes = (blob: Uint8Array, rowCount: number, lanes: number): TreeBytes => {
  const { rows, table, nodes } = blobLayout(rowCount, lanes);
  return {
    header: blob.subarray(0, rows.at),
    rows: blob.subarray(rows.at, rows.at + rows.length),
    index: blob.subarray(table.at, nodes.at),
    nodes: blob.subarray(nodes.at, nodes.at + nodes.length),
  };
};

/** Reads the steps that a tree has not seen; undefined when steps it has seen are no longer the lane's. */
const unseen = async (airdrops: AirdropsRepository, id: string, lane: number, mark: Mark | undefined) => {
  const steps = await airdrops.stepsFrom(id, lane, mark?.sequence ?? 0, BATCH);
  return mark === undefined || steps[0]?.txHash === mark.txHash ? steps : undefined;
};

/** Keeps the trees of running campaigns as claims have changed them: loaded on demand, and kept up to a total size. */
export class LiveTrees {
  readonly #cache = new WeightedCache<LiveWhitelist | LiveCounts>(KEPT_BYTES);

  constructor(private readonly airdrops: AirdropsRepository) {}

  /**
   * A list's tree as it is at the latest step of a lane. Read what you need before the next await: the tree goes on changing.
   */
  whitelistAt(record: TreeRecord, lane: number): Promise<TreeAt<WhitelistTree>> {
    return this.#caughtUp(record.id, async () => {
      const live = await this.#whitelist(record);
      for (;;) {
        const steps = await unseen(this.airdrops, record.campaignId, lane, live.marks.get(lane));
        const last = steps?.at(-1);
        if (steps === undefined || last === undefined) return undefined;
        live.tree.markAllSpent(
          steps.flatMap(({ claim }) => (claim?.row === undefined || claim.row === null ? [] : [claim.row])),
        );
        // Others may have brought the tree further meanwhile: a mark never moves back.
        if ((live.marks.get(lane)?.sequence ?? -1) > last.sequence) continue;
        live.marks.set(lane, last);
        if (steps.length < BATCH)
          return { tree: live.tree, head: last.state, root: binToHex(live.tree.laneRoot(lane)) };
      }
    });
  }

  /** A lane's tree of counts at its latest step. Read what you need before the next await: the tree goes on changing. */
  countsAt(campaign: CampaignRecord, lane: number): Promise<TreeAt<ClaimCountTree>> {
    const key = `${campaign.id}/${lane}`;
    return this.#caughtUp(key, async () => {
      const live = await this.#counts(key, campaign);
      for (;;) {
        const steps = await unseen(this.airdrops, campaign.id, lane, live.mark);
        const last = steps?.at(-1);
        if (steps === undefined || last === undefined) return undefined;
        if ((live.mark?.sequence ?? -1) > last.sequence) continue;
        for (const { claim, sequence } of steps) {
          if (claim !== null && sequence > (live.mark?.sequence ?? 0))
            live.tree.set(hexToBin(claim.recipientHash), claim.count);
        }
        live.mark = last;
        if (steps.length < BATCH) return { tree: live.tree, head: last.state, root: binToHex(live.tree.root) };
      }
    });
  }

  /** Loads a tree again from the database where it shows claims that were rolled back. */
  async #caughtUp<Tree>(key: string, attempt: () => Promise<(TreeAt<Tree> & { readonly root: string }) | undefined>) {
    for (let tries = 0; tries < 3; tries += 1) {
      const found = await attempt();
      if (found !== undefined && (found.head === null || found.head.commitment.startsWith(found.root))) return found;
      this.#cache.delete(key);
    }
    throw new Error(`The tree ${key} does not have the root that its lane has on the chain`);
  }

  async #whitelist(record: TreeRecord): Promise<LiveWhitelist> {
    const { length } = blobLayout(record.rowCount, record.lanes);
    const live = await this.#cache.get(record.id, length, async () => {
      const blob = new Uint8Array(length);
      await this.airdrops.readTree(record.id, treeBytes(blob, record.rowCount, record.lanes));
      return { kind: 'WHITELIST', tree: WhitelistTree.restore(blob), marks: new Map() };
    });
    if (live.kind !== 'WHITELIST') throw new Error(`${record.id} is not a whitelist`);
    return live;
  }

  async #counts(key: string, campaign: CampaignRecord): Promise<LiveCounts> {
    const live = await this.#cache.get(key, CLAIMER_BYTES * (campaign.claimedCount + 1), () =>
      Promise.resolve({ kind: 'PUBLIC', tree: new ClaimCountTree(utf8ToBin(campaign.nonce)), mark: undefined }),
    );
    if (live.kind !== 'PUBLIC') throw new Error(`${key} is not a tree of counts`);
    return live;
  }
}
