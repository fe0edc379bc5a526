import { isDeepStrictEqual } from 'node:util';
import { binToHex } from '@bitauth/libauth';
import { findVaultDeployment } from '@weir/covenants';
import { type NewTransition, scriptHashOf, type VaultChanges, type VaultRecord, findTransaction } from '@weir/infra';
import { follow } from '../shared/follow/follow.js';
import { stepsForward } from '../shared/follow/lineage.js';
import { contractOf, sameState, toStateRecord } from '../shared/vaults/stored-vault.js';
import { followVault, vaultRecord } from '../vaults/chain/follow-vault.js';
import {
  depositTransition,
  stateAfter,
  stepChanges,
  stepTransition,
  vaultLineage,
} from '../vaults/chain/vault-lineage.js';
import type { VaultContext } from '../vaults/vault-context.js';
import type { ChainFault, Repair } from './doctor.types.js';
import type { CheckOptions } from './streams/check-streams.js';

/** Vaults that are read together. */
const PAGE = 100;

interface TrueVault {
  readonly steps: readonly { readonly transition: NewTransition; readonly changes: VaultChanges }[];
  readonly state: VaultRecord['state'];
  readonly address: Pick<VaultRecord, 'contractAddress' | 'lockingBytecode' | 'scriptHash'>;
}

interface VaultFault {
  readonly fault: ChainFault;
  readonly says: string;
  /** How it is repaired: by writing the steps again, or as the watcher brings a vault up to the chain. */
  readonly by: 'rewrite' | 'sync';
}

/** Follows a vault from its first deposit; undefined where it has none that the chain knows. @throws ChainUnavailableError */
const trueVault = async (context: VaultContext, vault: VaultRecord): Promise<TrueVault | undefined> => {
  const contract = contractOf(vault, context.network);
  const { address, lockingBytecode } = contract;
  const columns = {
    contractAddress: address,
    lockingBytecode: binToHex(lockingBytecode),
    scriptHash: scriptHashOf(lockingBytecode),
  };
  const recorded = await context.vaults.transitionsOf(vault.id);
  const hash = recorded.find(({ kind }) => kind === 'deposit')?.txHash ?? vault.deposit?.txHash;
  const transaction = hash === undefined ? undefined : await findTransaction(context.chain, hash);
  if (transaction === undefined) return undefined;
  const found = findVaultDeployment(contract, transaction.txid, transaction.transaction);
  if (!found.ok) return undefined;
  const begun: VaultRecord = { ...vault, ...columns, status: 'active', state: toStateRecord(found.coin) };
  const steps = await stepsForward(context.chain, vaultLineage(contract), found.coin);
  const { txid } = transaction;
  const activatedAt = vault.deposit?.activatedAt ?? recorded[0]?.createdAt ?? context.now();
  return {
    steps: [
      {
        transition: depositTransition(found.coin, transaction, 'chain'),
        changes: { status: 'active', state: begun.state, deposit: { txHash: txid, activatedAt } },
      },
      ...steps.map((step) => ({ transition: stepTransition(step, 'chain'), changes: stepChanges(step) })),
    ],
    state: stateAfter(begun, steps),
    address: columns,
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

const examine = async (context: VaultContext, id: string) => {
  const vault = await context.vaults.findById(id);
  if (vault === undefined) return undefined;
  const truth = await trueVault(context, vault);
  if (truth === undefined) {
    const faults = vault.status === 'pending' ? [] : await holdingFaults(context, vault);
    return { vault, truth, faults };
  }
  const lineage = await lineageFaults(context, vault, truth);
  return { vault, truth, faults: lineage.length > 0 ? lineage : await holdingFaults(context, vault) };
};

/** How often a vault is repaired: once its lineage is right, its balance and proposals are looked at. */
const ROUNDS = 3;

const repair = async (context: VaultContext, id: string): Promise<Repair> => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const examined = await examine(context, id);
    if (examined === undefined || examined.faults.length === 0) return { outcome: 'repaired' };
    const { vault, truth, faults } = examined;
    if (faults.some(({ by }) => by === 'sync') || truth === undefined) {
      await followVault(context, id);
      continue;
    }
    await context.vaults.withVault(id, async (scope) => {
      if (isDeepStrictEqual(scope.vault, vault)) await scope.rewrite(truth.steps, truth.address);
    });
  }
  const left = await examine(context, id);
  return left === undefined || left.faults.length === 0
    ? { outcome: 'repaired' }
    : {
        outcome: 'left',
        why: 'it still differs from the chain after the repair: see the log of the API for data that the servers hide',
      };
};

/**
 * Compares every vault with the chain: its lineage from the first deposit on, what is at its address, and the coins that its open
 * proposals need.
 *
 * @throws ChainUnavailableError, DatabaseUnavailableError
 */
export const checkVaults = async (
  context: VaultContext,
  { fix, settle, onFinding, onExamined }: CheckOptions,
): Promise<void> => {
  const suspects: string[] = [];
  for (let after: string | undefined, isLast = false; !isLast;) {
    const vaults = await context.vaults.page({ after, limit: PAGE });
    for (const { id } of vaults) if (((await examine(context, id))?.faults.length ?? 0) > 0) suspects.push(id);
    onExamined(vaults.length);
    after = vaults.at(-1)?.id;
    isLast = vaults.length < PAGE;
  }
  if (suspects.length > 0) await settle();
  for (const id of suspects) {
    const found = await examine(context, id);
    if (found === undefined || found.faults.length === 0) continue;
    const result: Repair = fix ? await repair(context, id) : { outcome: 'found' };
    for (const { fault, says } of found.faults)
      onFinding({ fault, says, record: { type: 'vault', id, name: `vault ${found.vault.vaultId}` }, ...result });
  }
};
