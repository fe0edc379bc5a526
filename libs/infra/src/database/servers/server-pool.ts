import pg from 'pg';
import { ServerClient } from './server-client.js';
import type { Servers } from './servers.js';

/** The driver's pool, of connections to the server that `servers` looks for. */
export const createServerPool = (servers: Servers, config: Omit<pg.PoolConfig, 'connectionString'>): pg.Pool =>
  new pg.Pool({
    ...config,
    // The driver's pool makes its connections by itself, each to the server of its moment.
    Client: class extends ServerClient {
      constructor(own: pg.ClientConfig = {}) {
        super(servers, own);
      }
    },
  });

/**
 * Takes a connection to the present server. One that cannot be made has turned to the next server, which is tried, too; those
 * that are left from before a turn are not used any more.
 *
 * @throws whatever the last of the servers said
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
