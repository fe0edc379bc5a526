import { LRUCache } from 'lru-cache';
import { Compile } from 'typebox/compile';
import { decimalText, IndexedSupplyResponse, type SupplyFigure } from '@weir/api-contract';
import { ApiError } from '@weir/http';
import type { TokensService } from '@weir/services';
import type { IndexerClient } from '../indexer/indexer-client.js';
import { askIndexer } from '../indexer/indexer-proxy.routes.js';

const check = Compile(IndexedSupplyResponse);

type Holding = Pick<IndexedSupplyResponse, 'heldBase' | 'lockedBase' | 'unclaimedBase' | 'revocableBase'>;

const holdingOf = ({ heldBase, lockedBase, unclaimedBase, revocableBase }: Holding) => ({
  held: BigInt(heldBase),
  locked: BigInt(lockedBase),
  unclaimed: BigInt(unclaimedBase),
  revocable: BigInt(revocableBase),
});

const viewOf = (body: unknown) => {
  if (!check.Check(body)) throw new ApiError('INDEXER_UNAVAILABLE', 'The answer of the indexer is not valid');
  const { category, contracts, lockedUntil, height, blockHash, asOf } = body;
  return {
    category,
    contracts,
    lockedUntil,
    height,
    blockHash,
    asOf,
    ...holdingOf(body),
    byProduct: body.byProduct.map((each) => ({
      product: each.product,
      contracts: each.contracts,
      ...holdingOf(each),
    })),
    unlocks: body.unlocks.map(({ date, amountBase }) => ({ date, amount: BigInt(amountBase) })),
    later: BigInt(body.laterBase),
    undated: BigInt(body.undatedBase),
  };
};

export interface SupplySources {
  /** Undefined where no indexer is configured. */
  readonly indexer: IndexerClient | undefined;
  readonly tokens: Pick<TokensService, 'get'>;
}

/** Answers that are kept, and for how long, milliseconds: a badge may be on a page that thousands open at once. */
const KEPT = { max: 1_000, ttl: 1_000 } as const;
/** Seconds until a token that is named for the first time is usually looked up. */
const LOOK_UP_SECONDS = 10;

/**
 * Creates what the API says of tokens' supplies: what is locked by the indexer, what there is by the token's genesis.
 *
 * @throws ApiError, of each: INDEXER_UNAVAILABLE; NOT_FOUND where the chain has no such token
 */
export const createTokenSupply = ({ indexer, tokens }: SupplySources) => {
  const ask = async (category: string, network: string) => {
    const [answer, { genesisSupply, token, status }] = await Promise.all([
      askIndexer(indexer, `supply/${category}`),
      tokens.get(category, network),
    ]);
    const view = viewOf(answer);
    if (status === 'absent' && view.contracts === 0) throw new ApiError('NOT_FOUND', 'The chain has no such token');
    const total = genesisSupply === null ? null : BigInt(genesisSupply);
    const circulating = total === null ? null : total - view.locked;
    return { view: { ...view, total, circulating }, token, status };
  };
  const kept = new LRUCache<string, ReturnType<typeof ask>>(KEPT);
  const read = (named: string, network: string): ReturnType<typeof ask> => {
    const category = named.toLowerCase();
    const known = kept.get(category);
    if (known !== undefined) return known;
    const asked = ask(category, network);
    kept.set(category, asked);
    // A failure is not kept: the next request tries again.
    asked.catch(() => kept.delete(category));
    return asked;
  };

  return {
    /** @param network who asks, as far as look-ups are bounded by it */
    view: async (category: string, network: string) => (await read(category, network)).view,
    /** Returns one figure as listing sites take it: whole tokens, by the decimals of the token's registry. */
    async figure(category: string, figure: SupplyFigure, network: string): Promise<string> {
      const { view, token, status } = await read(category, network);
      const amount = view[figure];
      // Base units now and whole tokens in a moment would be a jump by powers of ten.
      if (amount === null || status === 'unknown')
        throw new ApiError(
          'INDEXER_UNAVAILABLE',
          `The token is being looked up; retry in ${LOOK_UP_SECONDS} seconds`,
          {},
          { 'retry-after': LOOK_UP_SECONDS.toString() },
          { isExpected: true },
        );
      return decimalText(amount.toString(), token?.decimals ?? 0);
    },
    /** Returns what the badge of a token shows: what is locked so that nobody can take it back. */
    async badge(category: string, network: string) {
      const { view, token } = await read(category, network);
      const amount = view.locked - view.revocable;
      return {
        amount: decimalText(amount.toString(), token?.decimals ?? 0),
        unit: token?.decimals == null ? 'base units' : (token.symbol ?? 'tokens'),
        /** Hundredths of a percent of all there is; undefined while that is unknown. */
        share: view.total === null || view.total === 0n ? undefined : Number((amount * 10_000n) / view.total),
      };
    },
  };
};

export type TokenSupply = ReturnType<typeof createTokenSupply>;
