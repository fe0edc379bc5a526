import {
  authenticationInstructionIsMalformed,
  binToHex,
  binToUtf8,
  decodeAuthenticationInstructions,
  hexToBin,
  type TransactionCommon,
} from '@bitauth/libauth';
import {
  type AuthchainBounds,
  type AuthchainLink,
  AuthchainTooWideError,
  type ChainReader,
  followAuthchain,
  type TokenFinding,
  type TokenPublication,
  type TokenRecord,
  TransactionNotFoundError,
} from '@weir/infra';
import { readRegistry } from './bcmr/read-registry.js';
import { fetchRegistry, type FetchRules, registryUrls, type UrlRules } from './fetch-registry.js';

/** The content of a metadata registry publication output. */
export interface Publication {
  /** SHA-256 of the registry, hex; null where the output is malformed. */
  readonly hash: string | null;
  readonly uris: readonly string[];
}

/** `OP_RETURN <'BCMR'>` */
const PREFIX = hexToBin('6a0442434d52');
const HASH_BYTES = 32;
/** How many addresses of one output are looked at. */
const MAX_URIS = 8;
const MAX_URI_BYTES = 2_048;

const isPublication = (bytecode: Uint8Array): boolean => PREFIX.every((byte, i) => bytecode[i] === byte);

const readOutput = (bytecode: Uint8Array): Publication => {
  const pushes: Uint8Array[] = [];
  for (const instruction of decodeAuthenticationInstructions(bytecode.slice(PREFIX.length))) {
    if (authenticationInstructionIsMalformed(instruction) || !('data' in instruction)) break;
    pushes.push(instruction.data);
    if (pushes.length > MAX_URIS) break;
  }
  const [hash, ...uris] = pushes;
  if (hash?.length !== HASH_BYTES) return { hash: null, uris: [] };
  return {
    hash: binToHex(hash),
    uris: uris.filter(({ length }) => length > 0 && length <= MAX_URI_BYTES).map((uri) => binToUtf8(uri)),
  };
};

/**
 * Returns the metadata registry that a transaction publishes, by CHIP-BCMR: its first output that begins with
 * `OP_RETURN <'BCMR'>`, which counts even where it is malformed; undefined where there is none.
 */
export const readPublication = ({ outputs }: Pick<TransactionCommon, 'outputs'>): Publication | undefined => {
  const output = outputs.find(({ lockingBytecode }) => isPublication(lockingBytecode));
  return output && readOutput(output.lockingBytecode);
};

/** The dependencies of looking up a token. */
export interface LookUpContext extends UrlRules, FetchRules {
  readonly chain: Pick<ChainReader, 'history' | 'isUnspent' | 'transaction' | 'transactions'>;
  readonly bounds: AuthchainBounds;
  /** Unix seconds. */
  readonly now: () => number;
}

/** The result of looking up a token, and whether the authchain goes on from there. */
export interface LookUp {
  readonly finding: Omit<TokenFinding, 'failures'>;
  readonly isWhole: boolean;
}

interface Said {
  readonly publication: Publication | undefined;
  readonly bearsToken: boolean;
  /** Base units of the token in its outputs. */
  readonly amount: bigint;
}

const ABSENT: TokenFinding['standing'] = 'absent';
const NOTHING = { position: null, genesisSupply: null, publication: null, shown: null } as const;

const saidOf =
  (category: string, signal: AbortSignal | undefined) =>
  (transaction: TransactionCommon): Said => {
    signal?.throwIfAborted();
    const tokens = transaction.outputs.flatMap(({ token }) =>
      token !== undefined && binToHex(token.category) === category ? [token] : [],
    );
    const amount = tokens.reduce((sum, token) => sum + token.amount, 0n);
    return { publication: readPublication(transaction), bearsToken: tokens.length > 0, amount };
  };

interface Followed extends Pick<TokenFinding, 'position' | 'genesisSupply' | 'publication'> {
  readonly isWhole: boolean;
}

/** Thrown where the transaction that spends a category's genesis output made no token: then none can ever exist. */
class NoTokenError extends Error {
  override readonly name = 'NoTokenError';
}

/** Follows the authchain from a link that is known, or from its base, whose own output 0 the token's genesis spends. */
const follow = async (
  { chain, bounds, signal }: LookUpContext,
  category: string,
  known: Pick<TokenFinding, 'position' | 'genesisSupply' | 'publication'>,
): Promise<Followed> => {
  let { position, genesisSupply, publication } = known;
  const onLink = ({ txid, said }: AuthchainLink<Said>): void => {
    if (position === null && !said.bearsToken) throw new NoTokenError();
    // All fungible tokens of a category are made by the transaction that spends its base.
    if (position === null) genesisSupply = said.amount;
    position = { authhead: txid, length: (position?.length ?? 0) + 1 };
    if (said.publication !== undefined) publication = { txid, ...said.publication };
  };
  const from = position?.authhead ?? category;
  const { isHead } = await followAuthchain(chain, from, saidOf(category, signal), onLink, bounds);
  return { position, genesisSupply, publication, isWhole: isHead };
};

/** As {@link follow}, but from the base where a reorganisation removed the known link. */
const followFromKnown = async (context: LookUpContext, record: TokenRecord): Promise<Followed> => {
  try {
    return await follow(context, record.category, record);
  } catch (error) {
    if (record.position === null || !(error instanceof TransactionNotFoundError)) throw error;
    return await follow(context, record.category, NOTHING);
  }
};

/** Reads what a publication says of a token; reuses what is shown already where it comes from the same registry. */
const readPublished = async (
  context: LookUpContext,
  { category, shown }: TokenRecord,
  { hash, uris }: TokenPublication,
): Promise<TokenFinding['shown'] | undefined> => {
  if (hash === null) return undefined;
  const now = context.now();
  if (shown?.hash === hash && (shown.until === null || now < shown.until)) return shown;
  const text = await fetchRegistry(registryUrls(uris, context), hash, context);
  const entry = text === undefined ? undefined : readRegistry(text, category, now);
  return entry && { hash, until: entry.until, texts: entry.texts };
};

/**
 * Looks up a token: follows its authchain on the chain, and reads the registry that was published there last.
 *
 * @throws ChainUnavailableError when no server helps
 */
export const lookUpToken = async (context: LookUpContext, record: TokenRecord): Promise<LookUp> => {
  let followed: Followed;
  try {
    followed = await followFromKnown(context, record);
  } catch (error) {
    const isAbsent = error instanceof TransactionNotFoundError || error instanceof NoTokenError;
    if (isAbsent) return { finding: { standing: ABSENT, ...NOTHING }, isWhole: true };
    if (!(error instanceof AuthchainTooWideError)) throw error;
    const { position, genesisSupply, publication, shown } = record;
    return {
      finding: { standing: shown === null ? 'unknown' : 'unreadable', position, genesisSupply, publication, shown },
      isWhole: true,
    };
  }
  const { position, genesisSupply, publication, isWhole } = followed;
  const place = { position, genesisSupply, publication };
  // The category's genesis output is unspent: its holder may still make the token.
  if (position === null) return { finding: { standing: ABSENT, ...NOTHING }, isWhole: true };
  const { shown } = record;
  // A later link may publish another registry: nothing is fetched before the head is known.
  if (!isWhole) {
    const standing = record.standing === 'named' ? 'unreadable' : record.standing;
    return { finding: { standing, ...place, shown }, isWhole };
  }
  if (publication === null) return { finding: { standing: 'unnamed', ...place, shown: null }, isWhole };
  const read = await readPublished(context, record, publication);
  return read === undefined
    ? { finding: { standing: 'unreadable', ...place, shown }, isWhole }
    : { finding: { standing: 'named', ...place, shown: read }, isWhole };
};
