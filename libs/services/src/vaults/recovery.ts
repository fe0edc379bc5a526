import type { FinishRecoveryInput } from '@weir/api-contract/words';
import {
  buildRosterCall,
  buildRosterVeto,
  isRosterContract,
  isRosterState,
  proposeRosterRecovery,
  type RosterCoin,
  type RosterContract,
  type RosterMembers,
  type UnsignedTransaction,
} from '@weir/covenants';
import { type IdempotentResponse, type ProposalRecord, responseAs, type VaultRecord } from '@weir/infra';
import { confirmationOf, confirmedTransaction } from '../shared/chain-errors.js';
import { toRefusal } from '../shared/covenant-refusals.js';
import { follow } from '../shared/follow/follow.js';
import { type Caller, callerParties, type Party } from '../shared/parties.js';
import { admissionOf, type Origin } from '../shared/retention.js';
import { ServiceError } from '../shared/service-error.js';
import { addressOfVault, contractOf, sameState, toVaultCoin } from '../shared/vaults/stored-vault.js';
import { asSigner, isGuardian, loadToRead, loadVault, noVault, strongest } from '../shared/vaults/vault-access.js';
import { type PayingWallet, walletCoins } from '../shared/wallet-coins.js';
import { toStoredRecovery } from './built-transaction.js';
import { isOpen } from './chain/check-proposals.js';
import { followForReading, followVault, isBusy, vaultRecord } from './chain/follow-vault.js';
import { recordSpends } from './chain/record-facts.js';
import { parseSigners } from './create-vault.js';
import { type ProposalView, toProposalView } from './proposals/proposal-view.js';
import { assertRoom } from './proposals/propose.js';
import { guardianHashIn, parseDelay, parseNewGuardian, partyOf } from './roster/roster-members.js';
import { type RosterRow, rosterStateOf, toRosterView } from './roster/roster-view.js';
import type { VaultContext } from './vault-context.js';
import { toVaultView } from './vault-view.js';

/** Narrows a vault to a roster. @throws ServiceError WRONG_STATE */
const asRoster = (vault: VaultRecord): RosterRow => {
  if (vault.roster !== null) return { ...vault, roster: vault.roster };
  throw new ServiceError(
    'WRONG_STATE',
    'This vault has no guardian: its signers are in its address and cannot be exchanged',
    {
      status: vault.status,
    },
  );
};

/** A roster with its contract and state. */
interface LiveRoster {
  readonly row: RosterRow;
  readonly contract: RosterContract;
  readonly coin: RosterCoin;
}

/** Brings a roster up to the chain. @throws ServiceError WRONG_STATE, CHAIN_UNAVAILABLE */
const liveRoster = async (context: VaultContext, id: string): Promise<LiveRoster> => {
  const { vault } = await followVault(context, id);
  const row = asRoster(vault);
  const contract = contractOf(row, context.network);
  const coin = row.state === null ? undefined : toVaultCoin(row.state);
  if (coin === undefined || !isRosterState(coin) || !isRosterContract(contract))
    throw new ServiceError('WRONG_STATE', 'The roster has no address yet: make its first deposit first', {
      status: row.status,
    });
  return { row, contract, coin };
};

/**
 * Reads the state of a recovery of a roster, and the open proposal that ends it.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, CALLER_REQUIRED, WRONG_STATE
 */
export const readRecovery = async (context: VaultContext, id: string, caller: Caller | undefined) => {
  const { vault: stored, callers } = await loadToRead(context, id, caller);
  asRoster(stored);
  const { vault, coins } = await followForReading(context, stored);
  const row = asRoster(vault);
  const height = coins === undefined ? null : (await context.chain.tip()).height;
  const open = (await context.vaults.unsettledProposals(id)).filter((each) => each.kind === 'recovery' && isOpen(each));
  const proposal = open.at(-1);
  return {
    roster: toRosterView(row, callers),
    height,
    proposal: proposal === undefined ? null : toProposalView(proposal, vault, context.network),
  };
};

/** Returns the caller as the guardian of a roster. @throws ServiceError FORBIDDEN */
const asGuardian = (row: RosterRow, callers: readonly Party[], may: string): Party => {
  const guardian = callers.find(({ hashHex }) => isGuardian(row, hashHex));
  if (guardian !== undefined) return guardian;
  throw new ServiceError('FORBIDDEN', `Only the guardian of the roster may ${may}`);
};

const stepOf = (row: RosterRow, callers: readonly Party[], { fee, size, wcTransaction }: UnsignedTransaction) => ({
  vault: toVaultView(row, callers),
  fee,
  size,
  wcTransaction,
});

const tooEarly = (message: string, height: number, availableAtHeight: number | null): ServiceError =>
  new ServiceError('WRONG_STATE', message, { height, ...(availableAtHeight !== null && { availableAtHeight }) });

/**
 * Builds the call of a recovery, for the guardian's wallet.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const callRecovery = async (context: VaultContext, id: string, caller: Caller, paying?: PayingWallet) => {
  const { vault, callers } = await loadVault(context, id, caller);
  asGuardian(asRoster(vault), callers, 'call a recovery');
  const { row, contract, coin } = await liveRoster(context, id);
  const guardian = asGuardian(row, callers, 'call a recovery');
  const { phase, callableHeight } = toRosterView(row, callers);
  if (phase === 'recovering') throw new ServiceError('WRONG_STATE', 'A recovery of the roster runs already', { phase });
  const { height } = await context.chain.tip();
  if (callableHeight === null)
    throw tooEarly('The last step of the roster is not mined yet: the silence has not begun', height, null);
  if (height + 1 < callableHeight)
    throw tooEarly(
      `The roster was not silent long enough: no block before ${callableHeight} may hold the call`,
      height,
      callableHeight,
    );
  const wallet = await walletCoins(context, guardian.hash, paying);
  try {
    return stepOf(row, callers, buildRosterCall(contract, coin, wallet, { feeRate: await context.chain.feeRate() }));
  } catch (error) {
    throw toRefusal(error, 'guardian');
  }
};

/**
 * Builds the veto against a recovery, for any one signer's wallet.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const vetoRecovery = async (context: VaultContext, id: string, caller: Caller, paying?: PayingWallet) => {
  const seen = await loadVault(context, id, caller);
  asRoster(seen.vault);
  asSigner(seen, 'veto a recovery');
  const { row, contract, coin } = await liveRoster(context, id);
  const signer = asSigner({ ...seen, vault: row }, 'veto a recovery');
  if (coin.state.status !== 'recovering')
    throw new ServiceError('WRONG_STATE', 'No recovery of the roster runs', { phase: coin.state.status });
  const wallet = await walletCoins(context, signer.hash, paying);
  try {
    return stepOf(
      row,
      seen.callers,
      buildRosterVeto(contract, coin, wallet, { feeRate: await context.chain.feeRate() }),
    );
  } catch (error) {
    throw toRefusal(error, 'signer');
  }
};

const DONE = {
  recovering: 'The recovery is called: every signer gets an alert',
  active: 'The recovery is stopped',
} as const;

/**
 * Records a call or a veto that is on the chain. Anybody may report it; only who may see the roster gets its record.
 *
 * @throws ServiceError NOT_FOUND, TX_NOT_FOUND, TX_UNCONFIRMED, TX_MISMATCH, WRONG_STATE, CHAIN_UNAVAILABLE
 */
export const confirmRecovery = async (context: VaultContext, id: string, txHash: string, caller?: Caller) => {
  const stored = await context.vaults.findById(id);
  if (stored === undefined) throw noVault(id);
  asRoster(stored);
  const transaction = await confirmedTransaction(context, txHash, (lost) => context.vaults.replacementOf(id, lost));
  await followVault(context, id);
  await follow(
    vaultRecord(context, id, {
      until: {
        transaction,
        record: (scope, steps) =>
          recordSpends(
            scope,
            { steps, spenders: [], gone: [] },
            { network: context.network, now: context.now(), source: 'confirm' },
          ),
      },
    }),
  );
  const step = (await context.vaults.transitionsOf(id)).find((each) => each.txHash === transaction.txid);
  if (step?.kind !== 'call-recovery' && step?.kind !== 'veto-recovery')
    throw new ServiceError('TX_MISMATCH', 'The transaction is not a call or a veto of a recovery of this roster', {
      txHash: transaction.txid,
    });
  const { vault } = await followVault(context, id, [transaction]);
  const row = asRoster(vault);
  const callers = caller === undefined ? [] : callerParties(caller, context.network);
  const maySee = vault.isPublic || strongest(vault, callers) !== undefined;
  return {
    ...confirmationOf(DONE[step.kind === 'call-recovery' ? 'recovering' : 'active'], transaction),
    status: rosterStateOf(row).status,
    vault: maySee ? toVaultView(vault, callers) : null,
  };
};

const ATTEMPTS = 5;

/**
 * Proposes the end of a recovery: the guardian and two of the new signers sign it.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, INVALID_REQUEST, INVALID_ADDRESS, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const finishRecovery = async (
  context: VaultContext,
  id: string,
  input: FinishRecoveryInput,
  caller: Caller,
  origin?: Origin,
  kept?: IdempotentResponse<ProposalView>,
) => {
  const { vault: stored, callers } = await loadVault(context, id, caller);
  asGuardian(asRoster(stored), callers, 'end a recovery');
  const { network } = context;
  const [first, second, third] = parseSigners(context, input);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const { row, contract, coin } = await liveRoster(context, id);
    const guardian = asGuardian(row, callers, 'end a recovery');
    if (coin.state.status !== 'recovering')
      throw new ServiceError('WRONG_STATE', 'No recovery of the roster runs: call one first', {
        phase: coin.state.status,
      });
    const next = parseNewGuardian(input, network, 'guardian');
    const members: RosterMembers = {
      signers: [first.party.hash, second.party.hash, third.party.hash],
      guardian: next === undefined ? coin.state.guardian : guardianHashIn(next),
      quiet: input.quietBlocks === undefined ? coin.state.quiet : parseDelay(input.quietBlocks, network, 'quietBlocks'),
      review:
        input.reviewBlocks === undefined ? coin.state.review : parseDelay(input.reviewBlocks, network, 'reviewBlocks'),
    };
    const wallet = await walletCoins(context, guardian.hash);
    const built = await buildEnd(context, { contract, coin, members, wallet });
    const parties = [first, second, third].map(({ party, publicKey }) => partyOf(party, publicKey));
    const viewOf = (proposal: ProposalRecord) => toProposalView(proposal, row, network);
    const proposal = await context.vaults.withVault(id, async (scope) => {
      if (!sameState(scope.vault.state, row.state)) return undefined;
      await assertRoom(scope.proposals, guardian.hashHex);
      await scope.noteParties(typeof next === 'object' ? [...parties, next] : parties);
      return scope.proposals.insert(
        {
          kind: 'recovery',
          proposer: { address: guardian.address, hash: guardian.hashHex },
          recipient: addressOfVault(row),
          recipientBytecode: row.lockingBytecode,
          tokenType: 'BCH',
          tokenCategory: null,
          amount: 0n,
          coin: null,
          reason: null,
          subjects: [],
          nextSignerHashes: parties.map(({ hash }) => hash),
        },
        toStoredRecovery(built),
        admissionOf(origin, context),
        responseAs(kept, viewOf),
      );
    });
    if (proposal !== undefined) return viewOf(proposal);
  }
  throw isBusy();
};

interface EndTerms {
  readonly contract: RosterContract;
  readonly coin: RosterCoin;
  readonly members: RosterMembers;
  readonly wallet: Awaited<ReturnType<typeof walletCoins>>;
}

const buildEnd = async ({ chain }: VaultContext, { contract, coin, members, wallet }: EndTerms) => {
  const feeRate = await chain.feeRate();
  try {
    return proposeRosterRecovery(contract, coin, members, wallet, { feeRate });
  } catch (error) {
    throw toRefusal(error, 'guardian');
  }
};
