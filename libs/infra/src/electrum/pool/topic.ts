import type { Call } from './server-connection.js';

export const HEADERS = 'blockchain.headers.subscribe';

export type Listener = (value: unknown) => void;

export interface TopicCall extends Call {
  readonly params: readonly [] | readonly [string];
}

/** What tells one topic from another in notices, which carry the value after the parameters. */
export const keyOf = ({ method, params }: Call): string =>
  method === HEADERS ? HEADERS : `${method} ${JSON.stringify(params[0])}`;

/** Something listened to. */
export class Topic {
  readonly listeners = new Set<Listener>();
  /** Counts what servers have said, also what was known: a notice tells that an answer that comes after it is older. */
  heard = 0;
  #last: string | undefined;

  constructor(readonly call: TopicCall) {}

  get isKnown(): boolean {
    return this.#last !== undefined;
  }

  get last(): unknown {
    return this.#last === undefined ? undefined : (JSON.parse(this.#last) as unknown);
  }

  /** Tells the listeners of a value that is another than the last; one that fails does not keep the rest from hearing. */
  report(value: unknown, onFailure: (error: unknown) => void): void {
    this.heard += 1;
    const text = JSON.stringify(value);
    if (text === this.#last) return;
    this.#last = text;
    for (const listener of [...this.listeners]) {
      try {
        listener(value);
      } catch (error) {
        onFailure(error);
      }
    }
  }
}
