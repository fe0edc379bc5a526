import { hexToBin } from '@bitauth/libauth';
import {
  outpointKey,
  proposeVaultClose,
  proposeVaultSpend,
  sortHoldings,
  type BuildOptions,
  type TreasuryContract,
  isRosterContract,
  type VaultHoldings,
  type VaultPayout,
  type VaultProposal,
} from '@weir/covenants';
import type { NewProposal } from '@weir/infra';
import type { PayoutKind } from '@weir/kinds';
import { toRefusal } from '../../shared/covenant-refusals.js';
import { contractOf, toVaultCoin } from '../../shared/vaults/stored-vault.js';
import type { FollowedVault } from '../chain/follow-vault.js';
import type { VaultBuild } from '../grants/grant-request.js';
import type { VaultContext } from '../vault-context.js';

/** The terms that a payout is built from. */
export type PayoutTerms = Pick<NewProposal, 'recipientBytecode' | 'tokenType' | 'tokenCategory' | 'amount' | 'coin'> & {
  readonly kind: PayoutKind;
};

const payoutOf = ({ tokenCategory, amount, coin }: PayoutTerms): VaultPayout => {
  if (coin !== null) return { type: 'COIN', outpoint: coin };
  return tokenCategory === null
    ? { type: 'BCH', satoshis: amount }
    : { type: 'FUNGIBLE_TOKEN', category: tokenCategory, amount };
};

/** Builds a spend or a close. */
export const buildPayout = (
  contract: TreasuryContract,
  terms: PayoutTerms,
  holdings: VaultHoldings,
  options: BuildOptions,
): VaultProposal => {
  const recipient = hexToBin(terms.recipientBytecode);
  if (isRosterContract(contract)) return proposeVaultSpend(contract, holdings, recipient, payoutOf(terms), options);
  if (terms.kind === 'close') return proposeVaultClose(contract, holdings, recipient, options).proposal;
  const { coin } = terms;
  // A look-alike of the state can only be spent like one: its NFT is burned, its satoshis are paid.
  const state =
    coin === null
      ? undefined
      : sortHoldings(holdings).otherStates.find(({ outpoint }) => outpointKey(outpoint) === outpointKey(coin));
  if (state !== undefined) return proposeVaultClose(contract, { state, coins: [] }, recipient, options).proposal;
  return proposeVaultSpend(contract, holdings, recipient, payoutOf(terms), options);
};

/**
 * Builds a proposal's transaction from what is at the vault's address now: from mined coins where they suffice, since the
 * sender of an unmined one may spend it elsewhere and void what was signed.
 *
 * @throws ServiceError INVALID_AMOUNT, INVALID_REQUEST, WRONG_STATE, INSUFFICIENT_FUNDS
 */
export const buildProposal = async (
  { chain, network }: VaultContext,
  build: VaultBuild,
  { vault, coins }: FollowedVault,
): Promise<VaultProposal> => {
  const options = { feeRate: await chain.feeRate() };
  const contract = contractOf(vault, network);
  const state = vault.state === null ? undefined : toVaultCoin(vault.state);
  try {
    return build(contract, { state, coins: coins.filter(({ height }) => height > 0) }, options);
  } catch {
    // Too little is mined, or the whole coin is not: any other reason will show again with all coins.
  }
  try {
    return build(contract, { state, coins }, options);
  } catch (error) {
    throw toRefusal(error, 'vault');
  }
};
