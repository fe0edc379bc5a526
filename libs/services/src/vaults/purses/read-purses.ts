import type { PurseRecord, VaultRecord } from '@weir/infra';
import { refusalOf } from '../../shared/chain-errors.js';
import { type Caller, callerHashes, callerParties, type Party } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { loadToRead, noVault, strongest } from '../../shared/vaults/vault-access.js';
import { followForReading } from '../chain/follow-vault.js';
import type { VaultContext } from '../vault-context.js';
import { findPurse, followPurseForReading } from './follow-purse.js';
import { toPurseStepView, toPurseView } from './purse-view.js';

/** Purses that a list shows, and steps of one. */
const MOST = 100;

/** The tip's height; undefined where the chain cannot be read. */
export const heightNow = async ({ chain }: VaultContext): Promise<number | undefined> => {
  try {
    return (await chain.tip()).height;
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
    return undefined;
  }
};

const bringUp = (context: VaultContext, purses: readonly PurseRecord[]): Promise<PurseRecord[]> =>
  Promise.all(
    purses.map((purse) => (purse.status === 'ACTIVE' ? followPurseForReading(context, purse) : Promise.resolve(purse))),
  );

/**
 * Lists the purses of a vault, those with money first, the newest of them first, after following the chain.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, CALLER_REQUIRED
 */
export const listPurses = async (context: VaultContext, vaultId: string, caller: Caller | undefined) => {
  const seen = await loadToRead(context, vaultId, caller);
  const { vault } = await followForReading(context, seen.vault);
  const purses = await bringUp(context, await context.vaults.purses.ofVault(vault.id, MOST));
  const height = await heightNow(context);
  return { purses: purses.map((purse) => toPurseView(purse, vault, context.network, height)) };
};

/** Lists the purses with money that the caller pays from, of all vaults, those that paid first, the newest of them first. */
export const spendablePurses = async (context: VaultContext, caller: Caller) => {
  const { network, vaults } = context;
  const found = await bringUp(context, await vaults.purses.ofSpenders(callerHashes(caller, network), MOST));
  const purses = found.filter(({ status }) => status === 'ACTIVE');
  const height = await heightNow(context);
  const views = await Promise.all(
    purses.map(async (purse) => {
      const vault = await vaults.findById(purse.vaultId);
      return vault === undefined ? [] : [toPurseView(purse, vault, network, height)];
    }),
  );
  return { purses: views.flat() };
};

/** A purse as somebody sees it. */
export interface SeenPurse {
  readonly purse: PurseRecord;
  readonly vault: VaultRecord;
  readonly callers: readonly Party[];
}

/** Whether a party pays from a purse. */
export const isSpender = ({ spenderHash }: PurseRecord, { hashHex }: Pick<Party, 'hashHex'>): boolean =>
  spenderHash === hashHex;

/**
 * Loads a stored purse for those who may see it: the members of its vault, and who pays from it.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, CALLER_REQUIRED
 */
export const loadPurse = async (context: VaultContext, id: string, caller: Caller | undefined): Promise<SeenPurse> => {
  const purse = await findPurse(context, id);
  const vault = await context.vaults.findById(purse.vaultId);
  if (vault === undefined) throw noVault(purse.vaultId);
  const callers = caller === undefined ? [] : callerParties(caller, context.network);
  const mayRead = vault.isPublic || strongest(vault, callers) !== undefined;
  if (mayRead || callers.some((each) => isSpender(purse, each))) return { purse, vault, callers };
  if (caller === undefined)
    throw new ServiceError('CALLER_REQUIRED', 'The vault of this purse is private: send the caller', { id });
  throw new ServiceError('FORBIDDEN', 'The vault of this purse is private: only its members and the payer may see it');
};

/** Returns a purse with its steps, the last first, after following the chain. */
export const getPurse = async (context: VaultContext, id: string, caller: Caller | undefined) => {
  const seen = await loadPurse(context, id, caller);
  const purse = await followPurseForReading(context, seen.purse);
  const steps = await context.vaults.purses.stepsOf(id, MOST);
  return {
    ...toPurseView(purse, seen.vault, context.network, await heightNow(context)),
    steps: steps.map(toPurseStepView),
  };
};
