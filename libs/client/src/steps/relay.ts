import type { Connection } from '../connection/connection.js';

/** Sends a transaction through the service. One that the network has already is a success. */
export const relay = (
  { api, ask }: Connection,
  txHex: string,
  signal?: AbortSignal,
): Promise<{ readonly txid: string }> =>
  ask((sent) => api.POST('/api/transactions/broadcast', { ...sent, body: { txHex } }), { signal });
