import pg from 'pg';
import type { Servers } from './servers.js';

type Connected = (error: Error | null) => void;

/** The driver's client to the server of its moment, connected once that has shown to be the one that is looked for. */
export class ServerClient extends pg.Client {
  readonly #servers: Servers;
  /** Whether the server has told of a commit that it did not wait for the standbys with, as it should have. */
  isUnreplicated = false;

  constructor(servers: Servers, config: pg.ClientConfig) {
    const url = servers.present;
    super({ ...config, connectionString: url });
    this.#servers = servers;
    servers.note(this, url);
    // Its loss between two queries ends no process; who wants to know of it listens, too.
    this.on('error', () => undefined);
    // Somebody cancelled the wait: a warning is all that tells it from a success. Its words depend on the server's language.
    this.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.isUnreplicated = true;
    });
  }

  override connect(): Promise<this>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<this> | undefined {
    const connected = this.#connect();
    if (callback === undefined) return connected;
    connected.then(() => callback(null), callback);
    return undefined;
  }

  async #connect(): Promise<this> {
    try {
      await super.connect();
      await this.#servers.judge(this);
      return this;
    } catch (error) {
      this.#servers.leave(this);
      // Not awaited: a server that is cut off does not say goodbye.
      void this.end().catch(() => undefined);
      throw error;
    }
  }
}

/**
 * A connection of one's own to the right server, tried in order.
 *
 * @throws whatever the last of them said
 */
export const connectClient = async (
  servers: Servers,
  config: Omit<pg.ClientConfig, 'connectionString'>,
): Promise<pg.Client> => {
  for (let tried = 1; ; tried += 1) {
    const client = new ServerClient(servers, config);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (tried >= servers.count) throw error;
    }
  }
};
