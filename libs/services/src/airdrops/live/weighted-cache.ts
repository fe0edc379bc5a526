/** A value and what keeping it costs, bytes. */
export interface Weighed<T> {
  readonly value: T;
  readonly weight: number;
}

/** Keeps what was used last, up to a weight; the value in use last stays, however heavy. Loads each key once at a time. */
export class WeightedCache<T> {
  readonly #entries = new Map<string, Weighed<T>>();
  readonly #loading = new Map<string, Promise<T>>();
  #weight = 0;

  constructor(private readonly limit: number) {}

  get weight(): number {
    return this.#weight;
  }

  async get(key: string, load: () => Promise<Weighed<T>>): Promise<T> {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.value;
    }
    const loading = this.#loading.get(key) ?? this.#load(key, load);
    this.#loading.set(key, loading);
    return loading;
  }

  put(key: string, entry: Weighed<T>): void {
    this.delete(key);
    this.#entries.set(key, entry);
    this.#weight += entry.weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.limit || this.#entries.size === 1) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }

  async #load(key: string, load: () => Promise<Weighed<T>>): Promise<T> {
    try {
      const entry = await load();
      this.put(key, entry);
      return entry.value;
    } finally {
      this.#loading.delete(key);
    }
  }
}
