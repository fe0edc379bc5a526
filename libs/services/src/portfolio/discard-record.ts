import type { DiscardInput } from '@weir/api-contract/words';
import { type ExpiringKind, GRACE_SECONDS } from '@weir/infra';
import type { Discardable } from '@weir/kinds';
import { loadCampaign } from '../airdrops/campaign/load-campaign.js';
import { noPayment } from '../currency/load-currency.js';
import { loadPlan } from '../plans/load-plan.js';
import { type Caller, callerHashes } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { loadVault } from '../shared/vaults/vault-access.js';
import { loadStream } from '../streams/load-stream.js';
import type { PortfolioContext } from './portfolio-context.js';

/** What decides whether a record can be discarded. */
interface Draft {
  readonly table: ExpiringKind;
  /** hash160 of the only key that may discard it, hex. */
  readonly ownerHash: string;
  /** Why it cannot be discarded by itself, and what to do instead. */
  readonly instead: string | undefined;
}

const BY_VAULT = 'A treasury pays for it: reject its proposal instead';

const byVault = ({ vaultId }: { readonly vaultId: string | null }): string | undefined =>
  vaultId === null ? undefined : BY_VAULT;

const loadOne = async (context: PortfolioContext, serves: 'stream' | 'payment', id: string): Promise<Draft> => {
  const stream = await loadStream({ ...context, serves }, id);
  const { planId } = stream.place;
  return {
    table: 'streams',
    ownerHash: stream.senderHash,
    instead: planId === null ? byVault(stream) : 'It belongs to a plan: discard the plan instead',
  };
};

/** How each kind of record is loaded. @throws ServiceError NOT_FOUND */
const LOADERS: Readonly<
  Record<Discardable, (context: PortfolioContext, id: string, caller: Caller) => Promise<Draft>>
> = {
  stream: (context, id) => loadOne(context, 'stream', id),
  payment: (context, id) => loadOne(context, 'payment', id),
  async currency({ portfolio }, id) {
    const ownerHash = await portfolio.currencySender(id);
    if (ownerHash === undefined) throw noPayment(id);
    return { table: 'currency_payments', ownerHash, instead: undefined };
  },
  async plan(context, id) {
    const plan = await loadPlan(context, id);
    return { table: 'plans', ownerHash: plan.senderHash, instead: byVault(plan) };
  },
  async airdrop({ airdrops }, id) {
    const campaign = await loadCampaign(airdrops, id);
    return { table: 'airdrop_campaigns', ownerHash: campaign.creatorHash, instead: byVault(campaign) };
  },
  async vault(context, id, caller) {
    const { vault } = await loadVault(context, id, caller);
    return { table: 'vaults', ownerHash: vault.creator.hash, instead: undefined };
  },
};

/**
 * Lets a record that nobody has funded expire at once. Only its sender or creator may. It is kept for a week as every expired record
 * is, since a funding that a wallet has signed may still reach the chain.
 *
 * @throws ServiceError INVALID_ADDRESS, NOT_FOUND, FORBIDDEN, WRONG_STATE
 */
export const discardRecord = async (context: PortfolioContext, { kind, id }: DiscardInput, caller: Caller) => {
  const { table, ownerHash, instead } = await LOADERS[kind](context, id, caller);
  if (!callerHashes(caller, context.network).includes(ownerHash))
    throw new ServiceError('FORBIDDEN', `Only the creator of the ${kind} may discard it`, { kind, id });
  if (instead !== undefined) throw new ServiceError('WRONG_STATE', instead, { kind, id });
  const expiresAt = await context.portfolio.discard(table, id, context.now());
  if (expiresAt === undefined)
    throw new ServiceError(
      'WRONG_STATE',
      `The ${kind} is funded. Only a record that nobody has funded can be discarded`,
      {
        kind,
        id,
      },
    );
  return { kind, id, expiresAt, deletedAfter: expiresAt + GRACE_SECONDS };
};
