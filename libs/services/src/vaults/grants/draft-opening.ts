import { binToHex } from '@bitauth/libauth';
import { principalOf, proposePlanFunding } from '@weir/covenants';
import type { ProposalSubject, VaultRecord } from '@weir/infra';
import { onChain } from '../../shared/chain-errors.js';
import { placeOfPart } from '../../shared/compare-part.js';
import { refuseSecondFunding } from '../../shared/second-funding.js';
import { ServiceError } from '../../shared/service-error.js';
import type { VaultContext } from '../vault-context.js';
import type { ProposalDraft } from './grant-draft.js';
import { findUnopened, firstContractOf, type PlanOpeningKind } from './unopened.js';

/**
 * Checks that the vault has a state: two transactions that spend one state cannot both be mined, so nothing is funded
 * twice; without a state both could.
 */
export const assertHasState = ({ status }: VaultRecord): void => {
  if (status === 'active') return;
  throw new ServiceError(
    'WRONG_STATE',
    `The vault is ${status}: only one with its state on the chain opens records. ${
      status === 'pending' ? 'Make its first deposit before' : 'What lies there yet can be paid out by a spend'
    }`,
    { status },
  );
};

/**
 * Drafts an opening: the vault's payment is itself the funding.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, RECORD_EXPIRED, CHAIN_UNAVAILABLE
 */
export const draftOpening = async (
  context: VaultContext,
  kind: PlanOpeningKind,
  subject: ProposalSubject,
  vault: VaultRecord,
): Promise<ProposalDraft> => {
  assertHasState(vault);
  const { keep, ...unopened } = await findUnopened(context, kind, subject, vault);
  const { part, tokenCategory } = unopened;
  await refuseSecondFunding(placeOfPart(unopened, context.network), context.chain);
  const tip = await onChain(() => context.chain.tip());
  const contract = firstContractOf(part);
  const amount = principalOf(part);
  return {
    terms: {
      kind,
      recipient: contract.address,
      recipientBytecode: binToHex(contract.lockingBytecode),
      tokenType: tokenCategory === null ? 'BCH' : 'FUNGIBLE_TOKEN',
      tokenCategory,
      coin: null,
      subjects: [subject],
    },
    build: (vaultContract, holdings, options) =>
      proposePlanFunding(vaultContract, holdings, part, tip, tokenCategory ?? undefined, { ...options, kind }),
    amountOf: () => amount,
    ...(keep && { keep }),
  };
};
