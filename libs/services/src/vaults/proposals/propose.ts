import { admissionOf, type Origin } from '../../shared/keeping.js';
import { ServiceError } from '../../shared/service-error.js';
import { isOpen } from '../chain/check-proposals.js';
import { isBusy, syncVault } from '../chain/sync-vault.js';
import { sameState } from '../stored-vault.js';
import { assertCreatorOrSigner, loadVault } from '../vault-access.js';
import type { VaultContext } from '../vault-context.js';
import type { ProposalView, ProposeInput } from '../vaults.types.js';
import { amountOf, buildProposal } from './build-proposal.js';
import { toStored } from './built-transaction.js';
import { parseProposal } from './proposal-terms.js';
import { toProposalView } from './proposal-view.js';

/** More than anybody decides on at a time; each is compared with the chain when the vault is looked at. */
const MAX_OPEN = 100;
const ATTEMPTS = 5;

/** Builds a proposal from what lies at the vault's address now, and stores it. See {@link VaultsService.propose}. */
export const propose = async (
  vaultId: string,
  input: ProposeInput,
  callerAddress: string,
  origin: Origin | undefined,
  context: VaultContext,
): Promise<ProposalView> => {
  const seen = await loadVault(vaultId, callerAddress, context);
  assertCreatorOrSigner(seen, 'propose payments');
  // What is wrong with the request by itself is refused without asking the chain.
  if (input.outpoint === undefined) parseProposal(input, [], context.network);
  const proposer = { address: seen.caller.address, hash: seen.caller.hashHex };
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const synced = await syncVault(vaultId, context);
    const terms = parseProposal(input, synced.coins, context.network);
    const built = await buildProposal(terms, synced, context);
    const stored = await context.vaults.withVault(vaultId, async ({ vault, proposals }) => {
      if (!sameState(vault.state, synced.vault.state)) return undefined;
      if ((await proposals.unsettled()).filter(isOpen).length >= MAX_OPEN) {
        throw new ServiceError(
          'WRONG_STATE',
          `The vault has ${MAX_OPEN} open proposals: execute or reject some first`,
          { openProposals: MAX_OPEN },
        );
      }
      return proposals.insert(
        { ...terms, amount: amountOf(terms, built), proposer, reason: input.reason ?? null },
        toStored(built),
        admissionOf(origin, proposer.hash, context),
      );
    });
    if (stored !== undefined) return toProposalView(stored, synced.vault, context.network);
  }
  throw isBusy();
};
