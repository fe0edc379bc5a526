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
