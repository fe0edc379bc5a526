import type { TokenRecord } from '@weir/infra';
import type { TokenName, TokenView } from './tokens.types.js';

/** Converts a token's record to its name; null where nothing of it can be shown. */
export const toTokenName = ({ shown, standing }: TokenRecord): TokenName | null =>
  shown && { ...shown.texts, verified: standing === 'named' };

/** Converts all that is known of a token to the form that clients see. */
export const toTokenView = (record: TokenRecord): TokenView => ({
  category: record.category,
  standing: record.standing,
  token: toTokenName(record),
  authhead: record.position?.authhead ?? null,
  authchainLength: record.position?.length ?? 0,
  publication: record.publication && {
    txHash: record.publication.txid,
    registryHash: record.publication.hash,
    uris: record.publication.uris,
  },
  checkedAt: record.checkedAt,
  freshUntil: record.freshUntil,
  isAwaited: record.isQueued,
});

/** Returns the view of a token that nobody has asked for. */
export const unknownToken = (category: string): TokenView => ({
  category,
  standing: 'unknown',
  token: null,
  authhead: null,
  authchainLength: 0,
  publication: null,
  checkedAt: null,
  freshUntil: null,
  isAwaited: false,
});
