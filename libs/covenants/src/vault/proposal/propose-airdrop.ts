import { binsAreEqual } from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import type { AirdropContract } from '../../airdrop/airdrop-contract.js';
import type { WhitelistLane } from '../../airdrop/airdrop-funding.js';
import { airdropPool, isScriptAirdrop } from '../../airdrop/airdrop-parameters.js';
import { CLOSER_LOCKING_BYTECODE, closingUnitOutput } from '../../airdrop/closing-unit.js';
import { airdropFundingOutputs } from '../../airdrop/transactions/fund-airdrop.js';
import { isAirdropStray, MAX_AIRDROP_STRAYS } from '../../airdrop/transactions/sweep-airdrop.js';
import type { ChainTip } from '../../chain/network.js';
import { covenantError } from '../../errors/covenant-error.js';
import type { BuildOptions } from '../../transaction/built-transaction.js';
import { NO_TOKENS } from '../../transaction/token-selection.js';
import type { TreasuryContract } from '../treasury.js';
import { sortHoldings, type VaultHoldings } from '../vault-coin.js';
import { filledBy, genesisOf } from './propose-with-plans.js';
import { propose } from './propose.js';
import { selectTokens } from './vault-payout.js';
import type { VaultProposal } from './vault-proposal.js';

const assertCreates = (vault: TreasuryContract, { creator }: AirdropContract): void => {
  if (!binsAreEqual(creator, vault.lockingBytecode)) throw new RangeError('This campaign has another creator');
};

/**
 * Proposes to open a campaign with a vault's coins: the payment is the funding itself, all lanes in one transaction.
 * The closing unit stays with the vault.
 *
 * @param whitelist lanes of the tree; none for a public campaign
 * @throws RangeError where the vault is not the creator, or the lanes do not match the parameters
 * @throws CovenantError NO_GENESIS_COIN or TRANSACTION_TOO_LARGE
 * @throws InsufficientFundsError
 * @throws InsufficientTokensError
 */
export const proposeAirdropFunding = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  campaign: AirdropContract,
  tip: ChainTip,
  whitelist: readonly WhitelistLane[] = [],
  options: BuildOptions = {},
): VaultProposal => {
  assertCreates(contract, campaign);
  const { asset, parameters } = campaign;
  const { category, required } = genesisOf(holdings);
  const tokens =
    asset.type === 'BCH'
      ? NO_TOKENS
      : selectTokens(contract, sortHoldings(holdings), asset.category, airdropPool(parameters));
  const doing = {
    kind: 'airdrop',
    required: [...required, ...tokens.coins],
    outputs: [...airdropFundingOutputs(campaign, category, tip, whitelist), ...tokens.returns],
  } as const;
  return propose(contract, holdings, doing, options);
};

/**
 * Proposes to gather coins sent by mistake to the address of a vault's campaign into the vault: each coin with tokens
 * has an output of its own, plain ones join the rest. The vault's own coin at input 0 is all the campaign's covenant
 * asks for. Sign it as it was built: `decodeVaultProposal`, by which a service reads others' proposals, accepts no
 * contract inputs but streams that the kind names.
 *
 * @param strays coins at the campaign's address (see `isAirdropStray`), 1 to 20 in one transaction
 * @throws RangeError where the vault is not the creator, one of them may be a state, there is none, or there are
 *   more than 20
 * @throws InsufficientFundsError
 * @throws CovenantError TRANSACTION_TOO_LARGE
 */
export const proposeAirdropSweep = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  campaign: AirdropContract,
  strays: readonly Utxo[],
  options: BuildOptions = {},
): VaultProposal => {
  assertCreates(contract, campaign);
  if (!isScriptAirdrop(campaign.parameters))
    throw new RangeError('The campaign of a key is swept by that key, not by a proposal');
  if (strays.length === 0 || strays.length > MAX_AIRDROP_STRAYS)
    throw new RangeError(`A sweep takes 1 to ${MAX_AIRDROP_STRAYS} coins`);
  if (!strays.every(isAirdropStray)) throw new RangeError('A state cannot be swept as a stray');
  const unlocker = campaign.unlock('sweep');
  const doing = {
    kind: 'spend',
    filled: strays.map((utxo) => filledBy({ utxo, unlocker })),
    outputs: strays.flatMap(({ token, satoshis: amount }) =>
      token === undefined ? [] : [{ to: contract.lockingBytecode, amount, token }],
    ),
  } as const;
  return propose(contract, holdings, doing, options);
};

/**
 * Proposes to close a campaign of a vault: its closing unit goes to the closer, beside which anybody then closes the
 * lanes as they are. No lane is touched, so no claim can interfere.
 *
 * @param category the campaign's own, display-order hex
 * @throws CovenantError NO_SUCH_COIN where the vault does not hold the unit
 * @throws InsufficientFundsError
 */
export const proposeAirdropClose = (
  contract: TreasuryContract,
  holdings: VaultHoldings,
  category: string,
  options: BuildOptions = {},
): VaultProposal => {
  const unit = sortHoldings(holdings).tokens.find(({ token }) => token.category === category && token.amount === 1n);
  if (unit === undefined)
    throw covenantError('NO_SUCH_COIN', 'The vault does not hold the closing unit of the campaign');
  const { satoshis } = unit;
  const doing = {
    kind: 'cancel',
    required: [unit],
    outputs: [closingUnitOutput({ category, satoshis }, CLOSER_LOCKING_BYTECODE)],
  } as const;
  return propose(contract, holdings, doing, options);
};
