import pg from 'pg';
import type { Servers } from './servers.js';

type Connected = (error: Error | null) => void;

/** A driver's client that connects to the present server and checks that it has the wanted role. */
export class ServerClient extends pg.Client {
  readonly #servers: Servers;
  /** Whether the server has committed something without waiting for its standbys, as it should have. */
  isUnreplicated = false;

  constructor(servers: Servers, config: pg.ClientConfig) {
    const url = servers.present;
    super({ ...config, connectionString: url });
    this.#servers = servers;
    servers.note(this, url);
    // Without a listener its loss between two queries would end the process; others may listen as well.
    this.on('error', () => undefined);
    // The wait was cancelled: only a warning distinguishes this from success. Its wording depends on the server's language.
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
      // Not awaited: a server that is cut off does not answer.
      void this.end().catch(() => undefined);
      throw error;
    }
  }
}

/** Longest wait for a server to close a connection that is being ended, milliseconds. */
const GOODBYE_MS = 2_000;

/**
 * Ends a connection that {@link connectClient} opened. A server that is cut off never answers: after two seconds the socket is
 * destroyed instead. Never throws.
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
 * Opens a connection outside of any pool to the server with the wanted role, trying each server in turn.
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

/** Makes a pool of connections to the server with the wanted role. */
export const createServerPool = (servers: Servers, config: Omit<pg.PoolConfig, 'connectionString'>): pg.Pool =>
  new pg.Pool({
    ...config,
    // The pool makes its connections by itself, each to the server that is present at that moment.
    Client: class extends ServerClient {
      constructor(own: pg.ClientConfig = {}) {
        super(servers, own);
      }
    },
  });

/**
 * Takes a connection to the present server from the pool. One that fails makes the next server the present one, which is then
 * tried too. Connections to an earlier server are dropped.
 *
 * @throws the error of the last server tried
 */
export const connectPresent = async (pool: pg.Pool, servers: Servers): Promise<pg.PoolClient> => {
  let failures = 0;
  for (;;) {
    try {
      const client = await pool.connect();
      if (servers.isPresent(client)) return client;
      client.release(true);
    } catch (error) {
      failures += 1;
      if (failures >= servers.count) throw error;
    }
  }
};
