import { LRUCache } from 'lru-cache';
import type { TokenRecord, TokensRepository } from '@weir/infra';
import type { WatcherLog } from '../shared/watch/worker.js';
import type { TokenRequests } from './token-requests.js';

/** How a token is shown: its issuer's words as plain text, limited in length, not unique. */
export interface TokenName {
  readonly symbol: string | null;
  readonly name: string | null;
  /** Digits after the decimal separator. */
  readonly decimals: number | null;
  readonly icon: string | null;
  readonly description: string | null;
  /** Whether it is what the chain vouches for at present, as far as was last looked. */
  readonly verified: boolean;
}

/** Converts a token's record to its name; null where nothing of it can be shown. */
const toTokenName = ({ shown, standing }: TokenRecord): TokenName | null =>
  shown && { ...shown.texts, verified: standing === 'named' };

/** Converts all that is known of a token to the form that clients see. */
const toTokenView = (record: TokenRecord) => ({
  category: record.category,
  status: record.standing,
  token: toTokenName(record),
  authhead: record.position?.authhead ?? null,
  authchainLength: record.position?.length ?? 0,
  genesisSupply: record.genesisSupply?.toString() ?? null,
  publication: record.publication && {
    txHash: record.publication.txid,
    registryHash: record.publication.hash,
    uris: record.publication.uris,
  },
  checkedAt: record.checkedAt,
  freshUntil: record.freshUntil,
  pending: record.queuedAt !== null,
});

/** Returns the view of a token that nobody has asked for. */
const unknownToken = (category: string) => ({
  category,
  status: 'unknown',
  token: null,
  authhead: null,
  authchainLength: 0,
  genesisSupply: null,
  publication: null,
  checkedAt: null,
  freshUntil: null,
  pending: false,
});

/** The dependencies of the tokens service. */
export interface TokensContext {
  readonly tokens: Pick<TokensRepository, 'find'>;
  /** Undefined in a process that asks for no look-ups and only shows what others have found. */
  readonly tokenRequests: TokenRequests | undefined;
  readonly log: WatcherLog;
  /** Unix seconds of the machine's clock. */
  readonly now: () => number;
  /** How long an answer of the database is cached, milliseconds. */
  readonly rememberedMs?: number;
}

/** How many rows are cached, of up to some two kilobytes each. */
const MAX_REMEMBERED = 5_000;

type Names = ReadonlyMap<string, TokenName | null>;

interface Remembered {
  readonly record: TokenRecord | undefined;
  readonly name: TokenName | null;
}

/**
 * Reads names of tokens from the database, cached for some seconds. Tokens that are unknown or outdated are looked up
 * after the answer was sent. While the database cannot be reached there are no names, and no failure.
 */
export const createTokensService = ({ tokens, tokenRequests, log, now, rememberedMs = 5_000 }: TokensContext) => {
  const remembered = new LRUCache<string, Remembered>({
    max: MAX_REMEMBERED,
    ttl: Math.max(1, rememberedMs),
    allowStale: true,
    noDeleteOnStaleGet: true,
  });

  const askFor = (categories: readonly string[], network: string): void => {
    const outdated = categories.filter((category) => {
      const record = remembered.peek(category)?.record;
      return record === undefined || (record.queuedAt === null && (record.freshUntil ?? 0) <= now());
    });
    tokenRequests?.ask(outdated, network);
  };
  const load = async (categories: readonly string[], network: string): Promise<void> => {
    const found = new Map((await tokens.find(categories)).map((record) => [record.category, record]));
    for (const category of categories) {
      const record = found.get(category);
      remembered.set(category, { record, name: record === undefined ? null : toTokenName(record) });
    }
    askFor(categories, network);
  };
  const named = (categories: ReadonlySet<string>): Names =>
    new Map(
      [...categories].map((category) => [category, remembered.peek(category, { allowStale: true })?.name ?? null]),
    );

  return {
    /** The names of these, null for what has none; together in one look-up, at once where all are remembered. */
    names(categories: ReadonlySet<string>, network: string): Names | Promise<Names> {
      const missing = [...categories].filter((category) => remembered.getRemainingTTL(category) <= 0);
      if (missing.length === 0) return named(categories);
      return load(missing, network).then(
        () => named(categories),
        (error: unknown) => {
          log.warn({ err: error }, 'Reading token names failed; answers omit names that are not cached');
          return named(categories);
        },
      );
    },
    /** The name of one, if it is remembered. */
    remembered: (category: string): TokenName | null => remembered.peek(category, { allowStale: true })?.name ?? null,
    /** All that is known of a token. @param network who asks, as far as there is a bound on it */
    async get(category: string, network: string) {
      await load([category], network);
      const record = remembered.peek(category)?.record;
      return record === undefined
        ? { ...unknownToken(category), pending: tokenRequests !== undefined }
        : toTokenView(record);
    },
  };
};

export type TokensService = ReturnType<typeof createTokensService>;
/** Returns names of tokens that are known already: never waits for the chain or a registry. */
export type TokenNames = Pick<TokensService, 'names' | 'remembered'>;
