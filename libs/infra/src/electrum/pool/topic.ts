import type { Call } from './server-connection.js';

export const HEADERS = 'blockchain.headers.subscribe';

export type Listener = (value: unknown) => void;

export interface TopicCall extends Call {
  readonly params: readonly [] | readonly [string];
}

/** Returns the key of a topic, which tells it from others in notices: these carry the value after the parameters. */
export const keyOf = ({ method, params }: Call): string =>
  method === HEADERS ? HEADERS : `${method} ${JSON.stringify(params[0])}`;

/** A subscription with its listeners. */
export class Topic {
  readonly listeners = new Set<Listener>();
  /** Counts reports of servers, repeated ones too: it shows that an answer which comes after a notice is older. */
  heard = 0;
  #last: string | undefined;

  constructor(readonly call: TopicCall) {}

  get isKnown(): boolean {
    return this.#last !== undefined;
  }

  get last(): unknown {
    return this.#last === undefined ? undefined : (JSON.parse(this.#last) as unknown);
  }

  /** Calls the listeners with a value that differs from the last; one that throws does not keep the others from being called. */
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
