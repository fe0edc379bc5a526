export interface FairQueueOptions {
  /** Tasks of all clients that run at once. */
  readonly atOnce: number;
  /** Tasks of one client that run at once. */
  readonly atOncePerClient: number;
  /** Tasks of one client that may wait. */
  readonly waitingPerClient: number;
}

/** Thrown when a client already has the most tasks waiting. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

export interface Place {
  /** Resolves when the task may begin; stays pending once the place was left. */
  readonly turn: Promise<void>;
  /** Gives the place up, because the task is done or no longer wanted. Further calls do nothing. */
  leave(): void;
}

interface Waiting {
  readonly start: () => void;
}

interface Client {
  underWay: number;
  readonly waiting: Set<Waiting>;
}

/**
 * A queue that limits running tasks and serves clients round-robin: a client that asks for much waits for themselves,
 * one that asks for little comes next however long the others' queues are.
 *
 * A task that had to wait starts in its own turn of the event loop, so that other events are served in between.
 */
export class FairQueue {
  /** Clients with running or waiting tasks, by key. */
  readonly #clients = new Map<string, Client>();
  /** Clients with waiting tasks, the least recently served first. */
  readonly #line = new Map<string, Client>();
  #underWay = 0;
  #isDue = false;

  constructor(private readonly options: FairQueueOptions) {}

  /** Number of waiting tasks over all clients. */
  get waiting(): number {
    return [...this.#line.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /** Takes a place for a client's task. @throws QueueFullError */
  enter(key: string): Place {
    const client = this.#clients.get(key) ?? { underWay: 0, waiting: new Set() };
    this.#clients.set(key, client);
    if (client.waiting.size === 0 && this.#mayStart(client)) {
      this.#begin(client);
      return { turn: Promise.resolve(), leave: this.#once(() => this.#finish(key, client)) };
    }
    if (client.waiting.size >= this.options.waitingPerClient)
      throw new QueueFullError('Too many requests of one client are waiting');
    return this.#wait(key, client);
  }

  #wait(key: string, client: Client): Place {
    let start = (): void => undefined;
    const turn = new Promise<void>((resolve) => (start = resolve));
    const waiting: Waiting = { start };
    client.waiting.add(waiting);
    this.#line.set(key, client);
    const leave = this.#once(() => {
      if (client.waiting.delete(waiting)) this.#forget(key, client);
      else this.#finish(key, client);
    });
    return { turn, leave };
  }

  #once(work: () => void): () => void {
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      work();
    };
  }

  #mayStart({ underWay }: Client): boolean {
    return this.#underWay < this.options.atOnce && underWay < this.options.atOncePerClient;
  }

  #begin(client: Client): void {
    client.underWay += 1;
    this.#underWay += 1;
  }

  #finish(key: string, client: Client): void {
    client.underWay -= 1;
    this.#underWay -= 1;
    this.#forget(key, client);
    if (this.#isDue || this.#line.size === 0) return;
    this.#isDue = true;
    setImmediate(() => this.#startNext());
  }

  #forget(key: string, client: Client): void {
    if (client.waiting.size === 0) this.#line.delete(key);
    if (client.underWay === 0 && client.waiting.size === 0) this.#clients.delete(key);
  }

  /** Starts waiting tasks, one per client in turn, until all places are taken or no client may start more. */
  #startNext(): void {
    this.#isDue = false;
    for (const [key, client] of this.#line) {
      if (this.#underWay >= this.options.atOnce) return;
      const [next] = client.waiting;
      if (next === undefined || !this.#mayStart(client)) continue;
      client.waiting.delete(next);
      this.#begin(client);
      // Re-inserted at the end of the line: while places are free, this loop reaches the client again.
      this.#line.delete(key);
      if (client.waiting.size > 0) this.#line.set(key, client);
      next.start();
    }
  }
}
