import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Proposal } from '@weir/client';
import { isSeatKind } from '@weir/kinds';
import { useVerb } from '../actions/use-verb.js';
import { ActionState, ConfirmDialog } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { amountWithUnit } from '../format/amount.js';
import { noticeText, secondsOf } from '../format/time.js';
import { msg, t } from '../language/text.js';
import { partyName } from '../names/plan-names.js';
import { RecordMoney } from '../records/record-money.js';
import { RecordPage } from '../records/record-page.js';
import { Button, classes } from '../ui/button.js';
import { Card, type Fact, Facts, Part } from '../ui/card.js';
import { useTask } from '../ui/hooks.js';
import { Cell, Columns, Row } from '../ui/layout.js';
import { Failed } from '../ui/states.js';
import { Address, Amount, Time, TxHash } from '../ui/values.js';
import { type ConnectedWallet, useRole } from '../wallet/wallet-store.js';
import signs from './decision.module.css';
import { ExchangeTerms } from './exchange-terms.js';
import { Readers, useProposalWithVault } from './members-only.js';
import { Payouts } from './payouts.js';
import {
  askedOf,
  assetOfProposal,
  KIND_WORDS,
  memberOf,
  proposalChoicesOf,
  shownStatus,
  signerDecisions,
  type VaultDetail,
} from './proposal-choices.js';
import styles from './vault.module.css';

interface ProposalActionsProps {
  readonly proposal: Proposal;
  readonly vault: VaultDetail;
  readonly connected: ConnectedWallet;
}

/** Shows what the user can do with a proposal now. */
const ProposalActions = ({ proposal, vault, connected }: ProposalActionsProps) => {
  const { weir } = useServices();
  const client = useQueryClient();
  const { id } = proposal;
  const verb = useVerb('proposal', id);
  const rejection = useTask();
  const isBusy = verb.isRunning || rejection.isRunning;
  const members = { signers: askedOf(proposal, vault), creator: vault.creator };
  const choices = proposalChoicesOf(proposal, members, memberOf(proposal, members, connected.addresses));
  const handle = weir.proposals.at(id);
  const { amountBase, recipient } = proposal;
  const said =
    proposal.kind === 'spend'
      ? t('Pays {amount} to {recipient}.', {
          amount: amountWithUnit(amountBase, assetOfProposal(proposal)),
          recipient: partyName(recipient) ?? recipient,
        })
      : t(KIND_WORDS[proposal.kind]);
  const refetch = () =>
    Promise.all(
      [['record', id], ['record', vault.id], ['vaults']].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  const run = async (name: 'approve' | 'execute'): Promise<void> => {
    await verb.run(name, connected.wallet, (wallet, options) => handle[name](wallet, options), { said });
    // The last signer also sends it; if that fails, the button stays.
    if (name === 'approve' && (await handle.get(connected.wallet)).status === 'APPROVED')
      await verb.run('execute', connected.wallet, (wallet, options) => handle.execute(wallet, options), { said });
    await refetch();
  };
  const reject = async (): Promise<void> => {
    await rejection.run(() => handle.reject(connected.wallet));
    await refetch();
  };
  return (
    <Part title={t('Next step')}>
      <p>{choices.meaning}</p>
      {proposal.kind === 'recovery' && proposal.status === 'PENDING' && (
        <p>{t('The new signers are not members yet: send them the link of this page.')}</p>
      )}
      {(choices.canApprove || choices.canExecute || choices.canReject) && (
        <Row gap={12}>
          {choices.canApprove && (
            <Button look="main" disabled={isBusy} onClick={() => void run('approve')}>
              {t('Sign it')}
            </Button>
          )}
          {choices.canExecute && (
            <Button look="main" disabled={isBusy} onClick={() => void run('execute')}>
              {t('Send it to the network')}
            </Button>
          )}
          {choices.canReject && (
            <ConfirmDialog
              label={t('Decline it')}
              title={t('Decline this proposal?')}
              confirm={t('Decline')}
              disabled={isBusy}
              onConfirm={() => void reject()}
            >
              <p>{t('If two signers decline, it ends: nothing is paid, and given signatures are void.')}</p>
            </ConfirmDialog>
          )}
        </Row>
      )}
      <ActionState state={verb.state} />
      {rejection.error !== undefined && <Failed error={rejection.error} />}
    </Part>
  );
};

const SIGNS = { signed: '✓', declined: '✕', open: '·' } as const;
const WORDS = { signed: msg('signed'), declined: msg('declined'), open: msg('has not signed yet') } as const;

/** Shows which of those who are asked have signed, and when. */
const ProposalSigners = ({ proposal, vault }: { readonly proposal: Proposal; readonly vault: VaultDetail }) => {
  const isMine = useRole();
  const isOver = proposal.status === 'EXECUTED' || proposal.status === 'REJECTED';
  return (
    <Card
      title={t('Signatures: {given} of {needed}', {
        given: proposal.approvals.length,
        needed: proposal.approvalThreshold,
      })}
    >
      <ul>
        {signerDecisions(proposal, { signers: askedOf(proposal, vault) }).map(({ signer, decision, at }) => (
          <Columns
            as="li"
            key={signer}
            isRuled
            widths="auto minmax(0, 1fr) auto"
            align="center"
            gap="4px 12px"
            pad="10px 0"
            below={{ 480: { widths: 'auto minmax(0, 1fr)' } }}
          >
            <span className={classes(signs['sign'], signs[decision])} aria-hidden="true">
              {SIGNS[decision]}
            </span>
            <Address address={signer} mine={isMine(signer)} />
            <Cell as="span" below={{ 480: { column: 2 } }} className={styles['note']}>
              {decision === 'open' && isOver ? t('did not sign') : t(WORDS[decision])}{' '}
              {at !== undefined && <Time at={secondsOf(at)} />}
            </Cell>
          </Columns>
        ))}
      </ul>
    </Card>
  );
};

/** Returns the terms of the purse that a proposal opens; none where it opens none. */
const purseFacts = (proposal: Proposal, roleOf: (address: string) => string | undefined): readonly Fact[] => {
  const { allowance } = proposal;
  if (allowance === null) return [];
  return [
    [t('Pays alone'), <Address key="s" address={allowance.spender} mine={roleOf(allowance.spender)} />],
    ...(allowance.paysAnybody
      ? [[t('May pay'), t('Anybody')] as const]
      : allowance.payees.map(
          (payee) => [t('May pay'), <Address key={payee} address={payee} mine={roleOf(payee)} />] as const,
        )),
    [t('Limit'), <Amount key="l" base={allowance.limitBase} of={assetOfProposal(proposal)} />],
    [t('Refills over'), noticeText(allowance.periodBlocks)],
  ];
};

const route = getRouteApi('/proposals/$id');

interface ViewProps {
  readonly proposal: Proposal;
  readonly vault: VaultDetail;
  /** Undefined where somebody reads a public vault without a wallet. */
  readonly connected: ConnectedWallet | undefined;
}

const View = ({ proposal, vault, connected }: ViewProps) => {
  const isMine = useRole();
  const changesSeats = isSeatKind(proposal.kind);
  return (
    <RecordPage
      id={proposal.id}
      kind={t(KIND_WORDS[proposal.kind])}
      displayId={proposal.proposalId}
      title={proposal.reason}
      status={shownStatus(proposal.status)}
      wallet={vault.isPublic ? undefined : connected?.wallet}
      money={
        <RecordMoney
          // Other signers move no money: what is paid is the fee.
          name={changesSeats ? t('Fee') : t('Amount')}
          amount={
            changesSeats
              ? { base: proposal.feeBase, of: 'BCH' }
              : { base: proposal.amountBase, of: assetOfProposal(proposal) }
          }
          note={t('{done} of {all} signatures', { done: proposal.approvals.length, all: proposal.approvalThreshold })}
        />
      }
      actions={
        connected === undefined ? null : <ProposalActions proposal={proposal} vault={vault} connected={connected} />
      }
      side={
        <Card title={t('Terms')}>
          <Facts
            facts={[
              [t('Effect'), t(KIND_WORDS[proposal.kind])],
              ...purseFacts(proposal, isMine),
              [
                t('Recipient'),
                !changesSeats && <Address key="r" address={proposal.recipient} mine={isMine(proposal.recipient)} />,
              ],
              [t('Fee'), <Amount key="fee" base={proposal.feeBase} of="BCH" />],
              [t('Proposed by'), <Address key="p" address={proposal.proposer} mine={isMine(proposal.proposer)} />],
              [t('Proposed'), <Time key="c" at={secondsOf(proposal.createdAt)} />],
              [t('Carried out'), proposal.executedAt !== null && <Time key="e" at={secondsOf(proposal.executedAt)} />],
              [t('Transaction'), proposal.txHash !== null && <TxHash key="t" hash={proposal.txHash} />],
              [
                t('Treasury'),
                <Link key="v" to="/vaults/$id" params={{ id: proposal.vaultId }}>
                  {vault.name}
                </Link>,
              ],
            ]}
          />
        </Card>
      }
    >
      {proposal.exchange !== null && <ExchangeTerms exchange={proposal.exchange} />}
      <ProposalSigners proposal={proposal} vault={vault} />
      <Payouts proposal={proposal} vault={vault} />
    </RecordPage>
  );
};

/** Page of a vault's proposal: what it pays, who signed it, and what can be done next. */
const ProposalPage = () => {
  const { id } = route.useParams();
  return (
    <Readers
      title={t('Proposals are shown to their treasury’s members')}
      kind="proposal"
      query={useProposalWithVault(id)}
    >
      {({ proposal, vault }, connected) => <View proposal={proposal} vault={vault} connected={connected} />}
    </Readers>
  );
};

export default ProposalPage;
