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

/** Longest wait for a server to close a connection that is being ended, milliseconds. */
const GOODBYE_MS = 2_000;

/**
 * Ends a connection that {@link connectClient} opened. A server that is cut off never answers the goodbye: after two seconds the
 * socket is destroyed instead. Never throws.
 */
export const closeClient = async (client: pg.Client): Promise<void> => {
  const timer = setTimeout(() => client.connection.stream.destroy(), GOODBYE_MS);
  try {
    await client.end();
  } catch {
    // What is lost already needs no end.
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Opens a connection outside of any pool to the server that `servers` looks for, trying each of them in turn.
 *
 * @returns the connection, to be ended by {@link closeClient}
 * @throws Error of the driver, or WrongServerError: why the last server tried was not taken
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
