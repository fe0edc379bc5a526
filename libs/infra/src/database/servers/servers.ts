import type pg from 'pg';
import { parseServerList, type ServerList } from './server-list.js';
import { assertRole, Timelines } from './server-role.js';

/** The servers of a connection string, and which of them is connected to at present. */
export class Servers {
  readonly #list: ServerList;
  readonly #timelines = new Timelines();
  readonly #serverOf = new WeakMap<pg.ClientBase, string>();
  #at = 0;

  /** @throws Error saying what is wrong with the connection string */
  constructor(url: string) {
    const list = parseServerList(url);
    if (typeof list === 'string') throw new Error(`The connection string ${list}.`);
    this.#list = list;
  }

  /** How many there are. */
  get count(): number {
    return this.#list.urls.length;
  }

  /** Connection string of the one that is connected to next. */
  get present(): string {
    return this.#list.urls[this.#at] ?? '';
  }

  /** Notes which server a connection goes to. */
  note(client: pg.ClientBase, url: string): void {
    this.#serverOf.set(client, url);
  }

  /** Whether a connection goes to the server that is connected to now. */
  isPresent(client: pg.ClientBase): boolean {
    return this.count === 1 || this.#serverOf.get(client) === this.present;
  }

  /**
   * Makes the next server the present one, after a connection failed or led to the wrong server. Does nothing where another
   * connection's failure already did.
   */
  leave(client: pg.ClientBase): void {
    if (this.isPresent(client)) this.#at = (this.#at + 1) % this.count;
  }

  /** Checks the role of the server that a new connection leads to. @throws WrongServerError */
  async judge(client: pg.ClientBase): Promise<void> {
    if (this.#list.target !== 'any') await assertRole(client, this.#list.target, this.#timelines);
  }
}
