import { isDeepStrictEqual } from 'node:util';
import { outpointKey } from '@weir/covenants';
import {
  type ChainTransaction,
  type NewTransition,
  type VaultChanges,
  type VaultRecord,
  findTransaction,
} from '@weir/infra';
import { follow } from '../shared/follow/follow.js';
import { stepsForward } from '../shared/follow/lineage.js';
import { openedPurses } from '../shared/vaults/stored-purse.js';
import {
  addressColumns,
  contractOf,
  findDeposit,
  sameState,
  seatsIn,
  stateChanges,
  toStateRecord,
} from '../shared/vaults/stored-vault.js';
import { followVault, vaultRecord } from '../vaults/chain/follow-vault.js';
import { openPurses } from '../vaults/chain/record-facts.js';
import {
  depositTransition,
  stateAfter,
  stepChanges,
  stepTransition,
  vaultLineage,
} from '../vaults/chain/vault-lineage.js';
import { followPurse, purseRecord } from '../vaults/purses/follow-purse.js';
import type { VaultContext } from '../vaults/vault-context.js';
import { type CheckOptions, checkRecords, examineEach, type RecordFault } from './check-records.js';
import type { Repair } from './doctor.types.js';

/** Purses of one vault that are compared. */
const MOST_PURSES = 10_000;
/** Vaults that are read together. */
const PAGE = 100;

interface TrueVault {
  readonly steps: readonly { readonly transition: NewTransition; readonly changes: VaultChanges }[];
  readonly state: VaultRecord['state'];
  readonly address: Pick<VaultRecord, 'contractAddress' | 'lockingBytecode' | 'scriptHash'>;
  /** Those of its steps. */
  readonly transactions: readonly ChainTransaction[];
}

interface VaultFault extends RecordFault {
  /** How it is repaired: by writing the steps again, as the watcher brings a vault up to the chain, or by reading its purses again. */
  readonly by: 'rewrite' | 'sync' | 'purses';
}

/** Follows a vault from its first deposit; undefined where it has none that the chain knows. @throws ChainUnavailableError */
const trueVault = async (context: VaultContext, vault: VaultRecord): Promise<TrueVault | undefined> => {
  const { network } = context;
  if (vault.roster !== null && vault.roster.category === null) return undefined;
  const contract = contractOf(vault, network);
  const columns = addressColumns(contract);
  const recorded = await context.vaults.transitionsOf(vault.id);
  const hash = recorded.find(({ kind }) => kind === 'deposit')?.txHash ?? vault.deposit?.txHash;
  const transaction = hash === undefined ? undefined : await findTransaction(context.chain, hash);
  if (transaction === undefined) return undefined;
  const found = findDeposit(vault, transaction, network);
  if (!found.ok) return undefined;
  const begun: VaultRecord = { ...vault, ...columns, status: 'active', state: toStateRecord(found.coin) };
  const steps = await stepsForward(context.chain, vaultLineage(contract), found.coin);
  const { txid } = transaction;
  const activatedAt = vault.deposit?.activatedAt ?? recorded[0]?.createdAt ?? context.now();
  return {
    steps: [
      {
        transition: depositTransition(found.coin, transaction, 'chain'),
        changes: { status: 'active', ...stateChanges(found.coin, network), deposit: { txHash: txid, activatedAt } },
      },
      ...steps.map((step) => ({ transition: stepTransition(step, 'chain'), changes: stepChanges(step, network) })),
    ],
    state: stateAfter(begun, steps),
    address: columns,
    transactions: steps.map((step) => step.transaction),
  };
};

const contentOf = ({ kind, txHash, spent, state, paidToRecipient }: NewTransition) => ({
  kind,
  txHash,
  spent,
  state,
  paidToRecipient,
});

const lineageFaults = async (
  context: VaultContext,
  vault: VaultRecord,
  truth: TrueVault,
): Promise<readonly VaultFault[]> => {
  const recorded = await context.vaults.transitionsOf(vault.id);
  const real = truth.steps.map(({ transition }) => transition);
  const faults: VaultFault[] = [];
  const { contractAddress, lockingBytecode, scriptHash } = vault;
  if (!isDeepStrictEqual({ contractAddress, lockingBytecode, scriptHash }, truth.address))
    faults.push({
      fault: 'wrong-vault-address',
      says: `the address is ${contractAddress} in the record, and ${truth.address.contractAddress} by its signers`,
      by: 'rewrite',
    });
  const known = new Set(real.map(({ txHash }) => txHash));
  if (recorded.some(({ txHash }) => !known.has(txHash)))
    return [...faults, { fault: 'vault-ahead', says: 'steps are recorded that the chain does not have', by: 'sync' }];
  const prefix = real.slice(0, recorded.length);
  const isPrefix = isDeepStrictEqual(recorded.map(contentOf), prefix.map(contentOf));
  const last = recorded.at(-1);
  const isAtPrefix = vault.state?.txid === last?.txHash;
  if (recorded.length < real.length)
    return [
      ...faults,
      isPrefix && isAtPrefix && vault.status === 'active'
        ? { fault: 'vault-behind', says: 'steps on the chain are not recorded', by: 'sync' }
        : { fault: 'lost-vault-step', says: 'steps on the chain are not recorded', by: 'rewrite' },
    ];
  if (!isPrefix) faults.push({ fault: 'wrong-vault-step', says: 'its steps differ from the chain', by: 'rewrite' });
  const seats = vault.state === null ? undefined : seatsIn(vault.state.commitment, context.network);
  if (seats !== undefined && seats.signers.some(({ hash }, seat) => vault.signers[seat]?.hash !== hash))
    faults.push({
      fault: 'wrong-seats',
      says: 'its signers in the record are not those that its state on the chain seats',
      by: 'rewrite',
    });
  const isWrong = !sameState(vault.state, truth.state) || !isDeepStrictEqual(vault.state, truth.state);
  if (isWrong)
    faults.push({ fault: 'wrong-vault-state', says: 'its state is not the unspent one on the chain', by: 'rewrite' });
  else if (vault.status !== (truth.state === null ? 'closed' : 'active'))
    faults.push({
      fault: 'wrong-vault-status',
      says: `the vault is ${vault.status} in the record, but not on the chain`,
      by: 'rewrite',
    });
  return faults;
};

/** What is at the address, and what of it the vault's proposals need. */
const holdingFaults = async (context: VaultContext, vault: VaultRecord): Promise<readonly VaultFault[]> => {
  const { look } = await follow(vaultRecord(context, vault.id), { dryRun: true });
  const { isLost, steps, holdings } = look;
  if (isLost) return [{ fault: 'vault-ahead', says: 'a step is recorded that no server knows', by: 'sync' }];
  if (steps.length > 0) return [{ fault: 'vault-behind', says: 'steps on the chain are not recorded', by: 'sync' }];
  if (holdings === undefined) return [];
  const { balance, deposits } = holdings;
  const { spenders, gone, executions } = holdings.proposals;
  const faults: VaultFault[] = [];
  if (balance !== vault.currentBalance)
    faults.push({
      fault: 'wrong-vault-balance',
      says: `the balance is ${vault.currentBalance} in the record, and ${balance} on the chain`,
      by: 'sync',
    });
  if (spenders.length + gone.length > 0)
    faults.push({ fault: 'stale-proposal', says: 'an open proposal needs coins that are spent or gone', by: 'sync' });
  if ([...executions.values()].some((transaction) => transaction === undefined))
    faults.push({
      fault: 'false-execution',
      says: 'the transaction of an executed proposal is not on the chain',
      by: 'sync',
    });
  if (deposits.found.length > 0)
    faults.push({ fault: 'lost-deposit', says: `${deposits.found.length} deposits are not recorded`, by: 'sync' });
  return faults;
};

/** Purses that the vault's steps opened, and where they are now. */
const purseFaults = async (
  context: VaultContext,
  { id }: VaultRecord,
  { transactions }: TrueVault,
): Promise<readonly VaultFault[]> => {
  const { purses } = context.vaults;
  const recorded = await purses.ofVault(id, MOST_PURSES);
  const known = new Set(
    recorded.map(({ openedTxid, openedVout }) => outpointKey({ txid: openedTxid, vout: openedVout })),
  );
  const opened = transactions.flatMap((transaction) => openedPurses(transaction, context.network, [], 'chain'));
  const missing = opened.filter(
    ({ purse }) => !known.has(outpointKey({ txid: purse.openedTxid, vout: purse.openedVout })),
  );
  const faults: VaultFault[] =
    missing.length === 0
      ? []
      : [{ fault: 'lost-purse', says: `${missing.length} purses on the chain are not recorded`, by: 'purses' }];
  for (const purse of recorded) {
    const { look } = await follow(purseRecord(context, purse.id), { dryRun: true });
    if (look.isLost)
      faults.push({ fault: 'purse-ahead', says: `purse ${purse.id} has a step that no server knows`, by: 'purses' });
    if (look.steps.length > 0)
      faults.push({ fault: 'purse-behind', says: `steps of purse ${purse.id} are not recorded`, by: 'purses' });
  }
  return faults;
};

/** Reads the purses of a vault from the chain again. */
const repairPurses = async (context: VaultContext, id: string, { transactions }: TrueVault): Promise<void> => {
  await context.vaults.withVault(id, async (scope) => {
    for (const transaction of transactions)
      await openPurses(scope, transaction, { network: context.network, source: 'chain' });
  });
  for (const purse of await context.vaults.purses.ofVault(id, MOST_PURSES)) await followPurse(context, purse.id);
};

const examine = async (context: VaultContext, vault: VaultRecord) => {
  const truth = await trueVault(context, vault);
  if (truth === undefined)
    return { truth, faults: vault.status === 'pending' ? [] : await holdingFaults(context, vault) };
  const lineage = await lineageFaults(context, vault, truth);
  const held = lineage.length > 0 ? lineage : await holdingFaults(context, vault);
  return { truth, faults: held.length > 0 ? held : await purseFaults(context, vault, truth) };
};

/** How often a vault is repaired: once its lineage is right, its balance and proposals are looked at, then its purses. */
const ROUNDS = 4;

const repair = async (context: VaultContext, id: string): Promise<Repair> => {
  for (let round = 0; ; round += 1) {
    const vault = await context.vaults.findById(id);
    if (vault === undefined) return { outcome: 'repaired' };
    const { truth, faults } = await examine(context, vault);
    if (faults.length === 0) return { outcome: 'repaired' };
    if (round === ROUNDS)
      return {
        outcome: 'left',
        why: 'it still differs from the chain after the repair: see the log of the API for data that the servers hide',
      };
    if (faults.some(({ by }) => by === 'sync') || truth === undefined) await followVault(context, id);
    else if (faults.every(({ by }) => by === 'purses')) await repairPurses(context, id, truth);
    else
      await context.vaults.withVault(id, async (scope) => {
        if (isDeepStrictEqual(scope.vault, vault)) await scope.rewrite(truth.steps, truth.address);
      });
  }
};

/**
 * Compares every vault with the chain: its lineage from the first deposit on, what is at its address, and the coins that its open
 * proposals need.
 *
 * @throws ChainUnavailableError, DatabaseUnavailableError
 */
export const checkVaults = (context: VaultContext, options: CheckOptions): Promise<void> =>
  checkRecords<VaultRecord, VaultFault>(
    {
      page: PAGE,
      list: (request) => context.vaults.page(request),
      find: (id) => context.vaults.findById(id),
      idOf: ({ id }) => id,
      countOf: () => 1,
      examine: (vaults) => examineEach(vaults, async (vault) => (await examine(context, vault)).faults),
      recordOf: ({ id, vaultId }) => ({ type: 'vault', id, name: `vault ${vaultId}` }),
      repair: ({ id }) => repair(context, id),
    },
    options,
  );
