import { outpointKey } from '@weir/covenants';
import type { UnspentOutput, VaultRecord } from '@weir/infra';
import { limitOf, type Page, UNPAGED_LIMIT, withCursor } from '../shared/paging.js';
import { type Caller, callerParties } from '../shared/parties.js';
import { toVaultCoin } from '../shared/vaults/stored-vault.js';
import { isCreator, isSigner, loadToRead, readableBy } from '../shared/vaults/vault-access.js';
import { followForReading } from './chain/follow-vault.js';
import { asNextSigner } from './proposals/proposal-access.js';
import type { VaultContext } from './vault-context.js';
import { toVaultEventView, toVaultView } from './vault-view.js';

const nftOf = ({ state }: VaultRecord) =>
  state && {
    txid: state.txid,
    vout: state.vout,
    tokenCategory: state.category,
    commitment: state.commitment,
    spends: toVaultCoin(state).state.spends,
  };

/** Coins with tokens beside the state: what proposals may pay out. */
const tokensOf = ({ state }: VaultRecord, coins: readonly UnspentOutput[]) =>
  coins.flatMap((coin) => {
    const { token, satoshis } = coin;
    if (token === undefined || (state !== null && outpointKey(coin) === outpointKey(state))) return [];
    return [
      { outpoint: outpointKey(coin), category: token.category, amount: token.amount, nft: token.nft ?? null, satoshis },
    ];
  });

/** Returns the state and coins of a vault after syncing it with the chain; where no server answers, as recorded. */
export const vaultState = async (context: VaultContext, id: string, caller: Caller | undefined) => {
  const seen = await loadToRead(context, id, caller);
  const { vault, coins } = await followForReading(context, seen.vault);
  return {
    state: vault.status,
    vaultId: vault.vaultId,
    currentBalance: vault.currentBalance,
    stateNft: nftOf(vault),
    tokens: coins === undefined ? null : tokensOf(vault, coins),
  };
};

/**
 * Lists the vaults the caller may see, the newest first, grouped by role; without a caller, the public ones.
 *
 * @throws ServiceError INVALID_CURSOR
 */
export const listVaults = async (context: VaultContext, query: Page, caller: Caller | undefined) => {
  const callers = caller === undefined ? [] : callerParties(caller, context.network);
  const hashes = callers.map(({ hashHex }) => hashHex);
  const isPaged = query.limit !== undefined || query.cursor !== undefined;
  const { rows, nextCursor } = await withCursor(() =>
    isPaged
      ? context.vaults.list({ hashes, limit: limitOf(query), cursor: query.cursor })
      : context.vaults.listAtOnce({ hashes, limit: UNPAGED_LIMIT }),
  );
  const views = (chosen: typeof rows) => chosen.map((vault) => toVaultView(vault, callers));
  return {
    created: views(rows.filter((vault) => hashes.some((hash) => isCreator(vault, hash)))),
    signerIn: views(rows.filter((vault) => hashes.some((hash) => isSigner(vault, hash)))),
    public: views(rows.filter(({ isPublic }) => isPublic)),
    all: views(rows),
    nextCursor,
  };
};

/**
 * Returns a vault as it is recorded, with the history of its state: to those who may read it, and to the new signers of an open
 * proposal that ends its recovery, who read what they sign for.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, CALLER_REQUIRED
 */
export const getVault = async (context: VaultContext, id: string, caller: Caller | undefined) => {
  const history = await context.vaults.history(id);
  const { vault, callers } =
    (await asNextSigner(context, history?.vault, caller)) ?? readableBy(context, history?.vault, id, caller);
  return { ...toVaultView(vault, callers), events: (history?.events ?? []).map(toVaultEventView) };
};
