import { responseAs, type IdempotentResponse, type ProposalRecord, type ProposalsScope } from '@weir/infra';
import { isOpeningKind } from '@weir/kinds';
import type { Caller } from '../../shared/parties.js';
import { admissionOf, type Origin } from '../../shared/retention.js';
import { ServiceError } from '../../shared/service-error.js';
import { sameState } from '../../shared/vaults/stored-vault.js';
import { assertCreatorOrSigner, loadVault } from '../../shared/vaults/vault-access.js';
import { toStored } from '../built-transaction.js';
import { isOpen } from '../chain/check-proposals.js';
import { isBusy, followVault } from '../chain/follow-vault.js';
import type { DraftTerms } from '../grants/grant-request.js';
import type { VaultContext } from '../vault-context.js';
import type { ProposeInput } from '../vaults.types.js';
import { buildProposal } from './build-proposal.js';
import { checkRequest, draftProposal } from './draft-proposal.js';
import { type ProposalView, toProposalView } from './proposal-view.js';

/** How many open proposals a vault may have: each is compared with the chain at every look at the vault. */
const MAX_OPEN = 100;
/** How many of their own everybody may have beside those of others. Otherwise one stolen key keeps the others from exchanging it. */
const OWN_OPEN = 10;
const ATTEMPTS = 5;

/**
 * Refuses a second open proposal that funds the same record: its signers would not know of the first one.
 *
 * @throws ServiceError WRONG_STATE
 */
const refuseSecondOpening = async ({ kind, subjects }: DraftTerms, proposals: ProposalsScope): Promise<void> => {
  if (!isOpeningKind(kind)) return;
  const open = await proposals.openFor(subjects.map(({ id }) => id));
  if (open === undefined) return;
  throw new ServiceError(
    'WRONG_STATE',
    `The proposal ${open.proposalId} already funds this ${kind}: sign that one, or reject it first`,
    { proposalId: open.id, status: open.status },
  );
};

/** Refuses one more open proposal where a vault has too many. @param proposer hash, hex @throws ServiceError WRONG_STATE */
export const assertRoom = async (proposals: ProposalsScope, proposer: string): Promise<void> => {
  const open = (await proposals.unsettled()).filter(isOpen);
  if (open.length < MAX_OPEN || open.filter((each) => each.proposer.hash === proposer).length < OWN_OPEN) return;
  throw new ServiceError('WRONG_STATE', `Limit of ${MAX_OPEN} open proposals reached. Execute or reject some first`, {
    openProposals: MAX_OPEN,
  });
};

/**
 * Builds a proposal from the coins at the vault's address now, and stores it. For the creator and signers.
 *
 * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS, INVALID_AMOUNT, WRONG_STATE, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const propose = async (
  context: VaultContext,
  vaultId: string,
  input: ProposeInput,
  caller: Caller,
  origin?: Origin,
  kept?: IdempotentResponse<ProposalView>,
) => {
  const seen = await loadVault(context, vaultId, caller);
  assertCreatorOrSigner(seen, 'propose payments');
  checkRequest(context, input);
  const proposer = { address: seen.caller.address, hash: seen.caller.hashHex };
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const synced = await followVault(context, vaultId);
    const { terms, build, amountOf, keep, parties = [] } = await draftProposal(context, input, synced);
    const built = await buildProposal(context, build, synced);
    if ((await keep?.()) === false) continue;
    const viewOf = (stored: ProposalRecord) => toProposalView(stored, synced.vault, context.network);
    const stored = await context.vaults.withVault(vaultId, async (scope) => {
      const { vault, proposals } = scope;
      if (!sameState(vault.state, synced.vault.state)) return undefined;
      await assertRoom(proposals, proposer.hash);
      await refuseSecondOpening(terms, proposals);
      if (parties.length > 0) await scope.noteParties(parties);
      return proposals.insert(
        { ...terms, amount: amountOf(built), proposer, reason: input.reason ?? null },
        toStored(built),
        admissionOf(origin, context),
        responseAs(kept, viewOf),
      );
    });
    if (stored !== undefined) return viewOf(stored);
  }
  throw isBusy();
};
