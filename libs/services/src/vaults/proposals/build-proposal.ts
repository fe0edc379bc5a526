import { hexToBin } from '@bitauth/libauth';
import {
  proposeVaultClose,
  proposeVaultSpend,
  sortHoldings,
  VaultFundsError,
  VaultProposalError,
  VaultTokensError,
  type BuildOptions,
  type VaultContract,
  type VaultHoldings,
  type VaultPayout,
  type VaultProposal,
  type VaultProposalProblem,
} from '@weir/covenants';
import type { NewProposal } from '@weir/infra';
import { ServiceError, type ServiceErrorCode } from '../../shared/service-error.js';
import { outpointKey } from '../chain/outpoints.js';
import type { SyncedVault } from '../chain/sync-vault.js';
import { contractOf, toVaultCoin } from '../stored-vault.js';
import type { VaultContext } from '../vault-context.js';

/** What is to be built. */
export type ProposalTerms = Pick<
  NewProposal,
  'kind' | 'recipientBytecode' | 'tokenType' | 'tokenCategory' | 'amount' | 'coin'
>;

/** Problems a request can have; what is missing here would be our own fault. */
const CODES: Partial<Record<VaultProposalProblem, readonly [ServiceErrorCode, string]>> = {
  BELOW_DUST: ['INVALID_AMOUNT', 'amount'],
  AMOUNT_OUT_OF_RANGE: ['INVALID_AMOUNT', 'amount'],
  NO_SUCH_COIN: ['WRONG_STATE', 'outpoint'],
  PAYS_ITSELF: ['INVALID_REQUEST', 'recipient'],
  SPENDS_USED_UP: ['WRONG_STATE', 'kind'],
};

/** A builder's error as a refusal; what is none stays what it is. */
const toRefusal = (error: unknown): unknown => {
  if (error instanceof VaultFundsError) {
    const details = {
      wallet: 'vault',
      neededSatoshis: error.needed.toString(),
      availableSatoshis: error.available.toString(),
    };
    return new ServiceError('INSUFFICIENT_FUNDS', error.message, details, { cause: error });
  }
  if (error instanceof VaultTokensError) {
    const details = {
      wallet: 'vault',
      tokenCategory: error.category,
      neededTokens: error.needed.toString(),
      availableTokens: error.available.toString(),
    };
    return new ServiceError('INSUFFICIENT_FUNDS', error.message, details, { cause: error });
  }
  const refusal = error instanceof VaultProposalError ? CODES[error.problem] : undefined;
  return refusal === undefined || !(error instanceof Error)
    ? error
    : new ServiceError(refusal[0], error.message, { field: refusal[1] }, { cause: error });
};

const payoutOf = ({ tokenCategory, amount, coin }: ProposalTerms): VaultPayout => {
  if (coin !== null) return { type: 'COIN', outpoint: coin };
  return tokenCategory === null
    ? { type: 'BCH', satoshis: amount }
    : { type: 'FUNGIBLE_TOKEN', category: tokenCategory, amount };
};

const build = (
  contract: VaultContract,
  terms: ProposalTerms,
  holdings: VaultHoldings,
  options: BuildOptions,
): VaultProposal => {
  const recipient = hexToBin(terms.recipientBytecode);
  if (terms.kind === 'close') return proposeVaultClose(contract, holdings, recipient, options).proposal;
  const { coin } = terms;
  // What looks like a state goes no other way than one: its NFT is burned, its satoshis are paid.
  const state =
    coin === null
      ? undefined
      : sortHoldings(holdings).otherStates.find(({ outpoint }) => outpointKey(outpoint) === outpointKey(coin));
  if (state !== undefined) return proposeVaultClose(contract, { state, coins: [] }, recipient, options).proposal;
  return proposeVaultSpend(contract, holdings, recipient, payoutOf(terms), options);
};

/**
 * Builds a proposal's transaction from what lies at the vault's address now: from mined coins where they suffice, for who
 * sent one that is not mined may spend it elsewhere and void what was signed.
 *
 * @throws ServiceError INVALID_AMOUNT, INVALID_REQUEST, WRONG_STATE, INSUFFICIENT_FUNDS
 */
export const buildProposal = async (
  terms: ProposalTerms,
  { vault, coins }: SyncedVault,
  { chain, network }: VaultContext,
): Promise<VaultProposal> => {
  const options = { feeRate: await chain.feeRate() };
  const contract = contractOf(vault, network);
  const state = vault.state === null ? undefined : toVaultCoin(vault.state);
  try {
    return build(contract, terms, { state, coins: coins.filter(({ height }) => height > 0) }, options);
  } catch {
    // Too little of it is mined, or the coin is not: whatever else it is shows again.
  }
  try {
    return build(contract, terms, { state, coins }, options);
  } catch (error) {
    throw toRefusal(error);
  }
};

/** What a proposal pays, in base units of its asset: a close pays what there is. */
export const amountOf = (terms: ProposalTerms, { outputs }: VaultProposal): bigint =>
  terms.kind === 'close' ? (outputs[0]?.amount ?? 0n) : terms.amount;
