import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RawConnection } from './raw-connection.js';

const ESTABLISHED = '01';
const portOf = (address = ''): number => parseInt(address.split(':')[1] ?? '', 16);

/** Ports of the clients that a server on this machine still has an open connection with; by what Linux tells. */
const clientsOf = (port: number): ReadonlySet<number> => {
  const [, ...lines] = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n');
  const connections = lines.map((line) => line.trim().split(/\s+/));
  return new Set(
    connections.flatMap(([, local, remote, state]) =>
      portOf(local) === port && state === ESTABLISHED ? [portOf(remote)] : [],
    ),
  );
};

/**
 * Waits until a server has given up connections whose clients read nothing, and so do not hear of it.
 *
 * @param url of the server, on this machine
 * @param meanwhile done again and again until then
 */
export const untilCutOff = async (
  url: string,
  connections: readonly RawConnection[],
  meanwhile: () => Promise<void> = () => sleep(50),
): Promise<void> => {
  const port = Number(new URL(url).port);
  const isOpen = (): boolean => {
    const clients = clientsOf(port);
    return connections.some(({ socket: { localPort = 0 } }) => clients.has(localPort));
  };
  while (isOpen()) await meanwhile();
};
