export interface FairQueueOptions {
  /** Pieces of work under way at once, of all clients together. */
  readonly atOnce: number;
  /** Pieces of work under way at once of one client. */
  readonly atOncePerClient: number;
  /** Pieces of work of one client that wait, at most. */
  readonly waitingPerClient: number;
}

/** A client has too much waiting already. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/** A place in the queue. */
export interface Place {
  /** Resolves when the work may begin; never, once the place was left. */
  readonly turn: Promise<void>;
  /** The work is done, or nobody wants it any more. Again changes nothing. */
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
 * Lets so much work be under way at once, and lets clients take turns: whoever asks for much waits for themselves, and
 * those who ask for little are next however long others' lines are.
 *
 * Work that had to wait begins in a turn of the event loop of its own, so that whatever else came meanwhile is served
 * between two pieces of it.
 */
export class FairQueue {
  /** Those with work under way or waiting. */
  readonly #clients = new Map<string, Client>();
  /** Those of them who wait; who was served last comes last. */
  readonly #line = new Map<string, Client>();
  #underWay = 0;
  #isDue = false;

  constructor(private readonly options: FairQueueOptions) {}

  /** Pieces of work that wait, of all clients. */
  get waiting(): number {
    return [...this.#line.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /** @throws QueueFullError */
  enter(key: string): Place {
    const client = this.#clients.get(key) ?? { underWay: 0, waiting: new Set() };
    this.#clients.set(key, client);
    if (client.waiting.size === 0 && this.#mayStart(client)) {
      this.#begin(client);
      return { turn: Promise.resolve(), leave: this.#once(() => this.#finish(key, client)) };
    }
    if (client.waiting.size >= this.options.waitingPerClient)
      throw new QueueFullError('Too much of one client is waiting already');
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

  /** Starts one of each client in turn, until all places are taken or nobody may begin. */
  #startNext(): void {
    this.#isDue = false;
    for (const [key, client] of this.#line) {
      if (this.#underWay >= this.options.atOnce) return;
      const [next] = client.waiting;
      if (next === undefined || !this.#mayStart(client)) continue;
      client.waiting.delete(next);
      this.#begin(client);
      // Behind all others: where there are places left, its turn comes again within this loop.
      this.#line.delete(key);
      if (client.waiting.size > 0) this.#line.set(key, client);
      next.start();
    }
  }
}
