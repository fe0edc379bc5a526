import type { ProposalRecord, ProposalSubject, VaultRecord } from '@weir/infra';
import { isOpeningKind } from '@weir/kinds';
import { ServiceError } from '../../shared/service-error.js';
import { builtTransaction } from '../built-transaction.js';
import type { VaultContext } from '../vault-context.js';
import { findUnopenedCampaign } from './draft-airdrop.js';
import { opensCurrency } from './draft-currency.js';
import { findUnopened } from './draft-opening.js';

const movedOn = ({ type, id }: ProposalSubject, words: string): ServiceError =>
  new ServiceError('WRONG_STATE', words, { type, id });

/** Refuses a campaign whose list was replaced since: the signers would open another one. */
const assertSameList = async (
  context: VaultContext,
  proposal: ProposalRecord,
  subject: ProposalSubject,
  vault: VaultRecord,
): Promise<void> => {
  const { opens } = await findUnopenedCampaign(context, subject, vault);
  if (!opens(builtTransaction(proposal)))
    throw movedOn(subject, 'The list of the campaign was replaced. Reject this proposal and make a new one');
};

/**
 * Checks that what a proposal opens is still unopened, before anybody signs or gets its transaction: anybody may fund a
 * vault's record with their own money, and it would be paid twice.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, RECORD_EXPIRED
 */
export const assertUnopened = async (context: VaultContext, proposal: ProposalRecord, vault: VaultRecord) => {
  const { kind, subjects } = proposal;
  const [subject] = subjects;
  if (subject === undefined || !isOpeningKind(kind)) return;
  if (kind === 'airdrop') return assertSameList(context, proposal, subject, vault);
  const transaction = builtTransaction(proposal);
  const isSame =
    subject.type === 'currency'
      ? await opensCurrency(context, subject, vault, transaction)
      : (await findUnopened(context, kind, subject, vault)).isOpenedBy(transaction);
  if (isSame) return;
  throw movedOn(
    subject,
    `The records of this proposal are already funded by another transaction. Reject it, and propose the rest of the ${kind}`,
  );
};
