import { once } from 'node:events';
import { createServer } from 'node:net';
import { hasCode } from '@weir/testing/postgres';

const HOST = '127.0.0.1';

/**
 * Checks that a service could listen on a port, before anything is started that would have to be stopped again.
 *
 * @param option name of the command-line option that sets the port
 * @throws Error that names the option, for a port that is taken or that this account may not use
 */
export const requireFreePort = async (option: string, port: number): Promise<void> => {
  const probe = createServer();
  try {
    await once(probe.listen(port, HOST), 'listening');
  } catch (error) {
    const why = hasCode(error, 'EADDRINUSE') ? 'is in use by another process' : 'cannot be listened on by this account';
    throw new Error(`Port ${port} of ${HOST} ${why}. Name a free one: ${option} N (0 takes any)`, { cause: error });
  }
  probe.close();
  await once(probe, 'close');
};
