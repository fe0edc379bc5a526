import { outpointKey } from '@weir/covenants';
import type { UnspentOutput, VaultRecord } from '@weir/infra';
import { toVaultCoin } from '../shared/vaults/stored-vault.js';
import { loadVault } from '../shared/vaults/vault-access.js';
import { syncForReading } from './chain/sync-vault.js';
import type { VaultContext } from './vault-context.js';

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
