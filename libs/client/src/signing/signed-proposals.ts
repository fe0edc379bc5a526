import { excludeEachOther } from '@weir/verify';
import type { Connection } from '../connection/connection.js';
import type { Purpose } from './scene.js';

/** The confirmation by which a signer of a vault hands over a signature. */
export const SIGNATURES = '/api/proposals/{id}/signatures';

/** What wallets signed for proposals, hex, by client and id. */
const signed = new WeakMap<Connection, Map<string, readonly string[]>>();

/** Notes what a wallet signed, where it was a proposal of a vault. */
export const noteSigned = (connection: Connection, { path, id }: Purpose, transaction: string): void => {
  if (path !== SIGNATURES) return;
  const own = signed.get(connection) ?? new Map<string, readonly string[]>();
  signed.set(connection, own.set(id, [...(own.get(id) ?? []), transaction]));
};

/**
 * Finds what was signed for the same proposal before, by the same client, and could be mined as well as this, hex.
 *
 * @throws Difference REQUEST_MALFORMED
 */
export const signedBefore = (
  connection: Connection,
  { path, id }: Purpose,
  transaction: string,
): string | undefined => {
  if (path !== SIGNATURES) return undefined;
  const before = signed.get(connection)?.get(id);
  return before?.find((one) => !excludeEachOther(one, transaction));
};
