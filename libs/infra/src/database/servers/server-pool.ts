import pg from 'pg';
import { ServerClient } from './server-client.js';
import type { Servers } from './servers.js';

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
