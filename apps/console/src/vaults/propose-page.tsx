import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { useAddressPrefix, useServices } from '../api/services.js';
import { amountWithUnit, asTyped, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { shortHash } from '../format/identifiers.js';
import { unitFor } from '../format/typed-amount.js';
import { AmountField } from '../forms/amount-field.js';
import { useKeptDraft } from '../forms/kept-draft.js';
import { showFirstProblem, shownProblems, fieldErrors } from '../forms/problems.js';
import { RecipientField } from '../forms/recipient-field.js';
import { type Message, msg, t, tOptions } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { segmentField, selectField, textField } from '../ui/field.js';
import { LEAVING, usePageTitle, useTask } from '../ui/hooks.js';
import { Columns, Row, Split, Stack } from '../ui/layout.js';
import { Failed, Waiting } from '../ui/states.js';
import { Steps } from '../ui/steps.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { MembersOnly, useVault, useVaultState } from './members-only.js';
import type { VaultDetail } from './proposal-choices.js';
import {
  heldAssets,
  newProposalDraft,
  payoutTerms,
  type ProposalAim,
  type ProposalDraft,
  type ProposalProblems,
  proposalProblems,
} from './proposal-draft.js';
import type { ProposalSearch } from './searches.js';
import styles from './vault.module.css';

type VaultState = NonNullable<ReturnType<typeof useVaultState>['data']>;

interface ProposalFormProps {
  readonly draft: ProposalDraft;
  readonly onChange: (changes: Partial<ProposalDraft>) => void;
  readonly problems: ProposalProblems;
  /** Whether the vault can be closed: one whose signers can be exchanged never ends. */
  readonly canClose: boolean;
  /** The vault's holdings; undefined while they load. */
  readonly state: VaultState | undefined;
}

const AIMS: readonly (readonly [ProposalAim, Message])[] = [
  ['spend', msg('Pay somebody')],
  ['coin', msg('Pay a coin as it is, with its NFT')],
  ['close', msg('Close the treasury, and pay out everything')],
];

/** Form for a new proposal. */
const ProposalForm = ({ draft, onChange, problems, canClose, state }: ProposalFormProps) => {
  const form = { draft, onChange, problems };
  const assets = state === undefined ? undefined : heldAssets(state);
  const held = assets?.get(draft.asset);
  const coins = state?.tokens?.filter(({ nft }) => nft !== null) ?? [];
  return (
    <Stack gap={16}>
      {segmentField(form, 'aim', t('What to do'), tOptions(AIMS.filter(([aim]) => aim !== 'close' || canClose)))}
      <RecipientField
        label={t('Recipient')}
        value={draft.recipient}
        onChange={(recipient) => onChange({ recipient })}
        hint={draft.aim === 'close' ? t('Gets the whole balance. This closes the treasury.') : undefined}
        error={problems.recipient}
        required
      />
      {draft.aim === 'spend' && (
        <Columns gap={16}>
          <AmountField
            {...unitFor(draft.asset === 'BCH' ? 'BCH' : 'FUNGIBLE_TOKEN', decimalsOf(held?.of ?? 'BCH'))}
            label={t('Amount')}
            value={draft.amount}
            onChange={(amount) => onChange({ amount })}
            hint={
              held === undefined
                ? undefined
                : t('{amount} are in the treasury.', { amount: amountWithUnit(held.base, held.of) })
            }
            error={problems.amount}
            placeholder="0.00"
            required
          />
          {selectField(
            form,
            'asset',
            t('Asset'),
            [...(assets ?? [['BCH', { of: 'BCH' }] as const])].map(([name, { of }]) => [name, unitOf(of)] as const),
          )}
        </Columns>
      )}
      {draft.aim === 'spend' && held !== undefined && held.of !== 'BCH' && (
        // Of BCH the vault keeps what its state and the fee need, which the service computes.
        <div>
          <Button small onClick={() => onChange({ amount: asTyped(plainText(held.base, decimalsOf(held.of))) })}>
            {t('Max')}
          </Button>
        </div>
      )}
      {draft.aim === 'coin' &&
        selectField(form, 'outpoint', t('Coin'), [
          ['', coins.length === 0 ? t('The treasury has no NFT') : t('Choose one')],
          ...coins.map(
            ({ outpoint, category, nft }) =>
              [
                outpoint,
                nft?.commitment === ''
                  ? t('{category}, NFT (no commitment)', { category: shortHash(category) })
                  : t('{category}, NFT {commitment}', {
                      category: shortHash(category),
                      commitment: shortHash(nft?.commitment ?? ''),
                    }),
              ] as const,
          ),
        ])}
      {textField(form, 'reason', t('Reason (optional)'), { hint: t('For its signers.') })}
    </Stack>
  );
};

const route = getRouteApi('/vaults/$id/propose');

/** Returns the fields that a link fills in; undefined where it names no recipient. */
const givenDraft = ({ to, amount, asset, coin, aim }: ProposalSearch): Partial<ProposalDraft> | undefined =>
  to === undefined
    ? undefined
    : {
        recipient: to,
        aim: aim ?? (coin === undefined ? 'spend' : 'coin'),
        ...(amount !== undefined && { amount: asTyped(amount) }),
        ...(asset !== undefined && { asset }),
        ...(coin !== undefined && { outpoint: coin }),
      };

interface FormProps {
  readonly vault: VaultDetail;
  readonly connected: ConnectedWallet;
}

const Form = ({ vault, connected }: FormProps) => {
  const { id } = vault;
  usePageTitle(t('New proposal'));
  const navigate = useNavigate();
  const holdings = useVaultState(id);
  const { weir } = useServices();
  const given = givenDraft(route.useSearch());
  const { draft, change, forget, isLinked } = useKeptDraft(`proposal:${id}`, newProposalDraft(), given);
  const [isSubmitted, setSubmitted] = useState(false);
  const task = useTask();
  const held = holdings.data === undefined ? undefined : heldAssets(holdings.data).get(draft.asset);
  const decimals = decimalsOf(held?.of ?? 'BCH');
  const problems = proposalProblems(draft, { decimals, prefix: useAddressPrefix() }, held);

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    const isRefused = Object.keys(problems).length > 0;
    if (isRefused) showFirstProblem(event.currentTarget);
    if (isRefused) return;
    await task.run(async () => {
      const made = await weir.vaults.at(id).propose(payoutTerms(draft, decimals), connected.wallet);
      forget();
      await navigate({ to: '/proposals/$id', params: { id: made.id } });
      return LEAVING;
    });
  };
  const shown = {
    ...shownProblems(problems, draft, isSubmitted),
    ...fieldErrors(task.error),
  };
  return (
    <>
      <h1>{t('New proposal')}</h1>
      {isLinked && <p role="status">{t('A link filled in some fields. Check the recipient and the amount.')}</p>}
      <Split as="form" onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={20}>
          <Card title={vault.name}>
            <ProposalForm
              draft={draft}
              onChange={(changes) => {
                change(changes);
                task.reset();
              }}
              problems={shown}
              canClose={vault.roster === undefined}
              state={holdings.data}
            />
          </Card>
        </Stack>
        <Stack gap={20}>
          <Card title={t('What happens next')}>
            <Steps>
              <li>{t('The proposal is stored. Nothing is paid, and proposing costs nothing.')}</li>
              <li>{t('Two of the three signers review and sign it.')}</li>
              <li>{t('The second signature also sends it to the network. Its fee is paid by the treasury.')}</li>
            </Steps>
            <Row gap={10} align="center">
              <Button type="submit" look="main" disabled={task.isRunning}>
                {t('Propose it')}
              </Button>
              <Link to="/vaults/$id" params={{ id }}>
                {t('Back to the treasury')}
              </Link>
            </Row>
            <p className={styles['note']}>
              {t('To fund, cancel, pause or resume a payment of the treasury, select it on the treasury’s page.')}
            </p>
            {task.isRunning && <Waiting what={t('Building it from the treasury’s coins…')} on="task" />}
          </Card>
          {task.error !== undefined && <Failed error={task.error} />}
        </Stack>
      </Split>
    </>
  );
};

/** Page that creates a proposal. */
const ProposePage = () => {
  const { id } = route.useParams();
  return (
    <MembersOnly title={t('Only members can propose')} kind="vault" query={useVault(id)}>
      {(vault, connected) => <Form vault={vault} connected={connected} />}
    </MembersOnly>
  );
};

export default ProposePage;
