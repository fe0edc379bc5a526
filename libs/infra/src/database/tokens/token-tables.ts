import type { Generated } from 'kysely';
import type { DatabaseSeconds, NullableSeconds, Optional } from '../columns.js';

/**
 * What is known of a token: nothing yet; that it does not exist; that its issuer published no registry; that the registry cannot
 * be read; its name.
 */
export type TokenStanding = 'unknown' | 'absent' | 'unnamed' | 'unreadable' | 'named';

/** What the registries of tokens say, as last read. */
export interface TokensTable {
  category: string;
  /** Since when a look-up is asked for; null while none is. */
  queuedAt: NullableSeconds;
  /** When it may be looked at. */
  dueAt: NullableSeconds;
  /** The network that asked. */
  askedBy: Optional<string>;
  askedAt: DatabaseSeconds;
  standing: Generated<TokenStanding>;
  /** The last transaction of the authchain that is known, and how many come before it. */
  authhead: Optional<string>;
  authchainLength: Generated<number>;
  /** The last transaction of the authchain that published a registry, with what it says of it. */
  publishedIn: Optional<string>;
  /** SHA-256, hex; null where the publication does not say. */
  registryHash: Optional<string>;
  registryUris: Optional<string[]>;
  /** Of the registry that the texts are from. */
  shownHash: Optional<string>;
  /** When another part of that registry takes effect. */
  shownUntil: NullableSeconds;
  symbol: Optional<string>;
  name: Optional<string>;
  decimals: Optional<number>;
  description: Optional<string>;
  icon: Optional<string>;
  checkedAt: NullableSeconds;
  /** Until when nobody has to look it up again. */
  freshUntil: NullableSeconds;
  /** Looks in a row that found nothing out. */
  failures: Generated<number>;
}
