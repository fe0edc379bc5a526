import { limitOf, UNPAGED_LIMIT, withCursor, type Page } from '../shared/paging.js';
import { seenBy, isCreator, isSigner, parseCaller } from '../shared/vaults/vault-access.js';
import type { VaultContext } from './vault-context.js';
import { toVaultEventView, toVaultView } from './vault-view.js';

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
