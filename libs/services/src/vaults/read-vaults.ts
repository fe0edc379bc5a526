import { outpointKey } from '@weir/covenants';
import type { UnspentOutput, VaultRecord } from '@weir/infra';
import { limitOf, type Page, UNPAGED_LIMIT, withCursor } from '../shared/paging.js';
import { toVaultCoin } from '../shared/vaults/stored-vault.js';
import { isCreator, isSigner, loadVault, parseCaller, seenBy } from '../shared/vaults/vault-access.js';
import { syncForReading } from './chain/sync-vault.js';
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
export const vaultState = async (context: VaultContext, id: string, callerAddress: string) => {
  const seen = await loadVault(context, id, callerAddress);
  const { vault, coins } = await syncForReading(context, seen.vault);
  return {
    state: vault.status,
    vaultId: vault.vaultId,
    currentBalance: vault.currentBalance,
    stateNft: nftOf(vault),
    tokens: coins === undefined ? null : tokensOf(vault, coins),
  };
};

/**
 * Lists the vaults the caller may see, the newest first, grouped by role.
 *
 * @throws ServiceError INVALID_CURSOR
 */
export const listVaults = async (context: VaultContext, query: Page, callerAddress: string) => {
  const { hashHex: hash } = parseCaller(context, callerAddress);
  const isPaged = query.limit !== undefined || query.cursor !== undefined;
  const { rows, nextCursor } = await withCursor(() =>
    isPaged
      ? context.vaults.list({ hash, limit: limitOf(query), cursor: query.cursor })
      : context.vaults.listAtOnce({ hash, limit: UNPAGED_LIMIT }),
  );
  const views = (chosen: typeof rows) => chosen.map((vault) => toVaultView(vault, hash));
  return {
    created: views(rows.filter((vault) => isCreator(vault, hash))),
    signerIn: views(rows.filter((vault) => isSigner(vault, hash))),
    public: views(rows.filter(({ isPublic }) => isPublic)),
    all: views(rows),
    nextCursor,
  };
};

/** Returns a vault as it is recorded, with the history of its state. */
export const getVault = async (context: VaultContext, id: string, callerAddress: string) => {
  const history = await context.vaults.history(id);
  const { vault, caller } = seenBy(context, history?.vault, id, callerAddress);
  return { ...toVaultView(vault, caller.hashHex), events: (history?.events ?? []).map(toVaultEventView) };
};
