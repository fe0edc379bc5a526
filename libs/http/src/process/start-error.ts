/** Thrown when a service cannot start; the message tells an operator what to do, so no stack is printed. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const HINTS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} of ${host} is in use by another process. Stop that one, or set PORT to a free port (0 takes any)`,
  EACCES: (host, port) =>
    `This account may not listen on port ${port} of ${host}. Set PORT to one from 1024 on, or grant the right to lower ones`,
  EADDRNOTAVAIL: (host) =>
    `HOST=${host} is no address of this machine. Set HOST to one of its own: 127.0.0.1, or 0.0.0.0 for all`,
  ENOTFOUND: (host) =>
    `HOST=${host} is no name this machine knows. Set HOST to an address: 127.0.0.1, or 0.0.0.0 for all`,
};

/** Turns a listen error into a {@link StartError} with advice; an unknown error is returned as it is. */
export const explainListenError = (error: unknown, host: string, port: number): unknown => {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const hint = HINTS[code];
  return hint === undefined ? error : new StartError(hint(host, port), { cause: error });
};
