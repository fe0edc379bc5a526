import type { TokenRecord } from '@weir/infra';
import type { TokenName, TokenView } from './tokens.types.js';

/** How a token is shown; null where nothing of it can be. */
export const toTokenName = ({ shown, standing }: TokenRecord): TokenName | null =>
  shown && { ...shown.texts, verified: standing === 'named' };

/** All that is known of a token, as clients see it. */
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

/** What is known of a token that nobody has asked for. */
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
