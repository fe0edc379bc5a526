import {
  buildRosterDeposit,
  buildRosterFirstDeposit,
  buildVaultDeposit,
  buildVaultFirstDeposit,
  type BuildOptions,
  isRosterContract,
  ROSTER_STATE_SATOSHIS,
  type RosterDepositOptions,
  shownState,
  VAULT_STATE_SATOSHIS,
  type WalletCoins,
} from '@weir/covenants';
import type { TransitionRecord, VaultRecord } from '@weir/infra';
import { parseBchAmount } from '../shared/amounts.js';
import { assertRelayed } from '../shared/assert-relayed.js';
import { withFunds } from '../shared/covenant-refusals.js';
import type { Caller } from '../shared/parties.js';
import { assertUnexpired } from '../shared/retention.js';
import { findFunding } from '../shared/second-funding.js';
import { ServiceError } from '../shared/service-error.js';
import { contractOf, findDeposit } from '../shared/vaults/stored-vault.js';
import { assertCreator, loadVault } from '../shared/vaults/vault-access.js';
import { type PayingWallet, walletCoins } from '../shared/wallet-coins.js';
import { describePreparation } from '../streams/funding/funding-info.js';
import { spenderOfSeed } from './chain/awaited-deposit.js';
import { followVault } from './chain/follow-vault.js';
import { listingTip } from './listing-tip.js';
import { firstMembersOf } from './roster/roster-members.js';
import type { VaultContext } from './vault-context.js';

const alreadyDeposited = (txid: string): ServiceError =>
  new ServiceError('WRONG_STATE', 'The vault already has its first deposit: report it with update-balance', {
    status: 'pending',
    txid,
  });

/** Refuses to hand out a first deposit where one was broadcast but never reported here: it would be made twice. */
const refuseSecondFirst = async (context: VaultContext, vault: VaultRecord): Promise<void> => {
  const { roster } = vault;
  if (roster !== null) {
    const spender = roster.category === null ? undefined : await spenderOfSeed(context, roster.category);
    if (spender !== undefined && findDeposit(vault, spender, context.network).ok) throw alreadyDeposited(spender.txid);
    return;
  }
  const txid = await findFunding(
    {
      lockingBytecode: contractOf(vault, context.network).lockingBytecode,
      mayFund: (coin) => shownState(coin) !== undefined,
      funds: (each) => findDeposit(vault, each, context.network).ok,
    },
    context.chain,
  );
  if (txid !== undefined) throw alreadyDeposited(txid);
};

/** Least satoshis of a deposit. */
const leastDeposit = ({ roster }: VaultRecord): bigint =>
  roster === null ? VAULT_STATE_SATOSHIS : ROSTER_STATE_SATOSHIS;

/**
 * What is still to be deposited of the planned total, satoshis: coins at the address and payouts of spends count as deposited,
 * fees do not. A rest below 1,000 satoshis is not worth an output; the first deposit has at least that, for the state.
 */
const missing = (vault: VaultRecord, steps: readonly TransitionRecord[]): bigint => {
  const { totalDeposit, currentBalance, status } = vault;
  const least = leastDeposit(vault);
  const paidOut = steps.reduce((sum, { paidToRecipient }) => sum + paidToRecipient, 0n);
  const rest = totalDeposit - currentBalance - paidOut;
  if (rest >= least) return rest;
  return status === 'active' ? 0n : least;
};

interface DepositRequest {
  /** BCH as a decimal; by default what is missing of the planned total. */
  readonly amount?: string | undefined;
  readonly paying?: PayingWallet;
}

/**
 * Builds the creator's next deposit to sign: the first one makes the state NFT, later ones are plain sends. For the creator.
 *
 * @throws ServiceError INVALID_AMOUNT, WRONG_STATE, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const depositInfo = async (
  context: VaultContext,
  id: string,
  caller: Caller,
  { amount, paying }: DepositRequest = {},
) => {
  const seen = await loadVault(context, id, caller);
  assertCreator(seen, 'ask for deposits');
  const asked = amount === undefined ? undefined : parseBchAmount(amount, 'amount', leastDeposit(seen.vault));
  const { vault } = await followVault(context, id);
  if (vault.status === 'closed')
    throw new ServiceError('WRONG_STATE', 'The vault is closed and takes no deposits', { status: vault.status });
  assertUnexpired(vault.expiresAt, context);
  const amountToDeposit = asked ?? missing(vault, await context.vaults.transitionsOf(id));
  const { totalDeposit, currentBalance } = vault;
  // Of a roster the first deposit makes the address: nobody may pay there before a block holds it.
  const contractAddress = vault.status === 'pending' && vault.roster !== null ? null : vault.contractAddress;
  const planned = { contractAddress, totalDeposit, currentBalance, amountToDeposit, depositSatoshis: amountToDeposit };
  if (amountToDeposit === 0n)
    return { kind: 'deposit' as const, ...planned, stateNft: null, wcTransaction: null, fee: 0n };

  if (vault.status === 'pending') await refuseSecondFirst(context, vault);
  const options = { feeRate: await context.chain.feeRate() };
  const wallet = await walletCoins(context, seen.caller.hash, paying);
  if (vault.status === 'active') {
    const { wcTransaction, fee } = withFunds('creator', () =>
      laterDeposit(context, vault, wallet, amountToDeposit, options),
    );
    return { kind: 'deposit' as const, ...planned, stateNft: null, wcTransaction, fee };
  }
  const tip = await listingTip(context, vault);
  const avoided = await context.vaults.categoriesOfOthers(
    id,
    wallet.coins.map(({ txid }) => txid),
  );
  const { kind, transaction } = withFunds('creator', () =>
    firstDeposit(context, vault, wallet, amountToDeposit, { ...options, tip, avoided }),
  );
  if (kind === 'preparation') return describePreparation(transaction);
  await assertRelayed(context, transaction);
  const { wcTransaction, fee, outputs } = transaction;
  const token = outputs.find((output) => output.token !== undefined)?.token;
  const tokenCategory = token?.category ?? '';
  if (vault.roster !== null && vault.roster.category !== tokenCategory) {
    const isAwaited = await context.vaults.withVault(id, (scope) => scope.awaitCategory(tokenCategory));
    if (!isAwaited)
      throw new ServiceError(
        'WRONG_STATE',
        'Another treasury began to wait for the same coin: ask for the deposit again',
        {
          tokenCategory,
        },
      );
  }
  return {
    kind,
    ...planned,
    stateNft: { tokenCategory, commitment: token?.nft?.commitment ?? '' },
    wcTransaction,
    fee,
  };
};

const laterDeposit = (
  { network }: VaultContext,
  vault: VaultRecord,
  wallet: WalletCoins,
  satoshis: bigint,
  options: BuildOptions,
) => {
  const contract = contractOf(vault, network);
  return isRosterContract(contract)
    ? buildRosterDeposit(contract, wallet, satoshis, options)
    : buildVaultDeposit(contract, wallet, satoshis, options);
};

/**
 * Builds the first deposit. Of a roster with the coin that was offered before, as long as the wallet has it: only one can be mined. It is a
 * coin of the key that acts, which has proven that. Otherwise a stranger could reserve the coins of somebody else, who could not open a treasury then.
 */
const firstDeposit = (
  { network }: VaultContext,
  vault: VaultRecord,
  wallet: WalletCoins,
  satoshis: bigint,
  options: Omit<RosterDepositOptions, 'genesis'>,
) => {
  const { roster } = vault;
  if (roster !== null) {
    const genesis = roster.category ?? undefined;
    return buildRosterFirstDeposit(network, firstMembersOf(vault, roster), wallet, satoshis, {
      ...options,
      genesis,
      ownGenesis: true,
    });
  }
  const contract = contractOf(vault, network);
  if (isRosterContract(contract)) throw new Error('A vault has the contract of a roster');
  return buildVaultFirstDeposit(contract, wallet, satoshis, options);
};
