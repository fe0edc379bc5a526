import type { StreamStatus } from './stream-tables.js';

/** Which streams a list shows. All given conditions must hold. Hashes are 20 bytes, hex. */
export interface StreamFilter {
  readonly senderHash?: string | undefined;
  readonly recipientHash?: string | undefined;
  /** Sender or recipient. */
  readonly addressHash?: string | undefined;
  readonly status?: StreamStatus | undefined;
}

/** The parties of a filter in the only three forms that need an index: fixed roles, one party in either role, nobody. */
export type PartyFilter =
  | { readonly kind: 'roles'; readonly sender?: string; readonly recipient?: string }
  | { readonly kind: 'either'; readonly hash: string }
  | { readonly kind: 'none' };

/** Reduces a filter: with a role already given, "either role" leaves only the other one, adds nothing, or contradicts. */
export function partyFilter({
  senderHash: sender,
  recipientHash: recipient,
  addressHash: either,
}: StreamFilter): PartyFilter {
  if (either === undefined || either === sender || either === recipient) {
    return { kind: 'roles', ...(sender !== undefined && { sender }), ...(recipient !== undefined && { recipient }) };
  }
  if (sender === undefined && recipient === undefined) return { kind: 'either', hash: either };
  if (recipient === undefined && sender !== undefined) return { kind: 'roles', sender, recipient: either };
  if (sender === undefined && recipient !== undefined) return { kind: 'roles', sender: either, recipient };
  return { kind: 'none' };
}
