/** A map of limited weight, which forgets the entries that were set or asked for longest ago. */
export class RecentMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  #weight = 0;

  /** @param weigh by default 1 for each entry */
  constructor(
    private readonly most: number,
    private readonly weigh: (value: Value) => number = () => 1,
  ) {}

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#delete(key);
    this.#entries.set(key, value);
    this.#weight += this.weigh(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.most) return;
      this.#delete(oldest);
    }
  }

  #delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.weigh(value);
  }
}
