import { confirmationOf, confirmedTransaction } from '../../shared/chain-errors.js';
import { type Caller, callerParties } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { noVault, strongest } from '../../shared/vaults/vault-access.js';
import { followVault } from '../chain/follow-vault.js';
import type { VaultContext } from '../vault-context.js';
import { findPurse, recordPurseStep } from './follow-purse.js';
import { toPurseView } from './purse-view.js';
import { heightNow, isSpender } from './read-purses.js';

const DONE = {
  PENDING: 'The purse is not on the chain',
  ACTIVE: 'The payment is recorded',
  HOME: 'The purse is empty: its money is back in the vault',
  CLOSED: 'The vault took the purse back',
} as const;

/** What is reported of a purse, and the step that it is. */
const STEPS = { payment: 'pay-purse', return: 'send-purse-home' } as const;
type ConfirmedStep = keyof typeof STEPS;

/**
 * Records a payment of a purse, or its way home, that is on the chain. Anybody may report it; only who may see the purse gets its
 * record. The same hash again gives the same answer.
 *
 * @throws ServiceError NOT_FOUND, TX_NOT_FOUND, TX_UNCONFIRMED, TX_MISMATCH, WRONG_STATE, CHAIN_UNAVAILABLE
 */
export const confirmPurse = async (
  context: VaultContext,
  id: string,
  step: ConfirmedStep,
  txHash: string,
  caller?: Caller,
) => {
  const { vaultId } = await findPurse(context, id);
  const transaction = await confirmedTransaction(context, txHash, () => Promise.resolve(undefined));
  const recorded = await recordPurseStep(context, id, transaction);
  if (recorded?.kind !== STEPS[step]) {
    const message =
      recorded === undefined
        ? 'The transaction does not spend this purse'
        : `The transaction is not the ${step} of this purse`;
    throw new ServiceError('TX_MISMATCH', message, { txHash: transaction.txid });
  }
  const { purse } = recorded;
  const vault = purse.status === 'ACTIVE' ? undefined : (await followVault(context, vaultId, [transaction])).vault;
  const owner = vault ?? (await context.vaults.findById(vaultId));
  if (owner === undefined) throw noVault(vaultId);
  const callers = caller === undefined ? [] : callerParties(caller, context.network);
  const maySee =
    owner.isPublic || strongest(owner, callers) !== undefined || callers.some((each) => isSpender(purse, each));
  return {
    ...confirmationOf(DONE[purse.status], transaction),
    status: purse.status,
    purse: maySee ? toPurseView(purse, owner, context.network, await heightNow(context)) : null,
  };
};
