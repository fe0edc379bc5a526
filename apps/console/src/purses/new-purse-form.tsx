import { useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import type { Purse } from '@weir/client';
import { useAddressPrefix, useServices } from '../api/services.js';
import { amountWithUnit, asTyped, decimalsOf, plainText, unitOf } from '../format/amount.js';
import { noticeText } from '../format/time.js';
import { unitFor } from '../format/typed-amount.js';
import { AmountField } from '../forms/amount-field.js';
import { useKeptDraft } from '../forms/kept-draft.js';
import { fieldErrors, showFirstProblem, shownProblems } from '../forms/problems.js';
import { RecipientField } from '../forms/recipient-field.js';
import { msg, t, tOptions } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Caution } from '../ui/caution.js';
import { segmentField, selectField, textField } from '../ui/field.js';
import { LEAVING, useTask } from '../ui/hooks.js';
import { Columns, Row, Stack } from '../ui/layout.js';
import { Failed, Waiting } from '../ui/states.js';
import { useVaultState } from '../vaults/members-only.js';
import { heldAssets } from '../vaults/proposal-draft.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import {
  newPurseDraft,
  type PayeeChoice,
  type PayeesFault,
  payeesFault,
  PERIODS,
  type PurseDraft,
  purseProblems,
  purseTerms,
} from './purse-draft.js';
import { assetOfPurse } from './purse-words.js';

interface NewPurseFormProps {
  readonly vaultId: string;
  readonly connected: ConnectedWallet;
  /** The purse whose place the new one takes. */
  readonly renews: Purse | undefined;
}

const PAYS: readonly (readonly [PayeeChoice, ReturnType<typeof msg>])[] = [
  ['list', msg('Only these addresses')],
  ['anybody', msg('Anybody')],
];

/** Fields for whom a purse may pay, one for each payee. */
const Payees = ({
  draft,
  onChange,
  fault,
}: {
  readonly draft: PurseDraft;
  readonly onChange: (payees: string) => void;
  readonly fault: PayeesFault | undefined;
}) => {
  const rows = draft.payees.split('\n');
  // A list that is pasted into one field fills as many.
  const put = (at: number, text: string): void => {
    const parts = text.split(/[\s,;]+/u).filter((part) => part !== '');
    onChange((parts.length > 1 ? rows.toSpliced(at, 1, ...parts) : rows.with(at, text)).join('\n'));
  };
  return (
    <Stack gap={12}>
      {rows.map((address, at) => (
        // Rows have no other name than their place.
        <RecipientField
          key={at}
          label={rows.length === 1 ? t('Payee') : t('Payee {number}', { number: at + 1 })}
          value={address}
          onChange={(text) => put(at, text)}
          error={at === fault?.at ? fault.text : undefined}
          required={at === 0}
        />
      ))}
      <Row gap={10}>
        <Button small onClick={() => onChange([...rows, ''].join('\n'))}>
          {t('Add a payee')}
        </Button>
        {rows.length > 1 && (
          <Button small look="quiet" onClick={() => onChange(rows.slice(0, -1).join('\n'))}>
            {t('Remove the last')}
          </Button>
        )}
      </Row>
    </Stack>
  );
};

const draftOf = (purse: Purse | undefined): Partial<PurseDraft> | undefined => {
  if (purse === undefined) return undefined;
  const decimals = decimalsOf(assetOfPurse(purse));
  return {
    spender: purse.spender,
    pays: purse.paysAnybody ? 'anybody' : 'list',
    payees: (purse.payees ?? []).join('\n'),
    limit: asTyped(plainText(purse.limitBase, decimals)),
    period: String(purse.periodBlocks),
    amount: asTyped(plainText(purse.balanceBase, decimals)),
    asset: purse.tokenCategory ?? 'BCH',
  };
};

/** Form by which members propose a purse, or other terms of one. */
export const NewPurseForm = ({ vaultId, connected, renews }: NewPurseFormProps) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  const prefix = useAddressPrefix();
  const holdings = useVaultState(vaultId);
  const { draft, change, forget } = useKeptDraft(
    `purse:${renews?.id ?? vaultId}`,
    { ...newPurseDraft(), ...draftOf(renews) },
    undefined,
  );
  const [isSubmitted, setSubmitted] = useState(false);
  const task = useTask();
  const assets = holdings.data === undefined ? undefined : heldAssets(holdings.data);
  const held = assets?.get(draft.asset);
  const of = held?.of ?? (renews === undefined ? 'BCH' : assetOfPurse(renews));
  const decimals = decimalsOf(of);
  const unit = unitFor(draft.asset === 'BCH' ? 'BCH' : 'FUNGIBLE_TOKEN', decimals);
  const problems = purseProblems(draft, { decimals, prefix }, { held, returns: renews?.balanceBase ?? 0n });
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (Object.keys(problems).length > 0) {
      showFirstProblem(event.currentTarget);
      return;
    }
    await task.run(async () => {
      const made = await weir.vaults.at(vaultId).propose(purseTerms(draft, decimals, renews?.id), connected.wallet);
      forget();
      await navigate({ to: '/proposals/$id', params: { id: made.id } });
      return LEAVING;
    });
  };
  const update = (changes: Partial<PurseDraft>): void => {
    change(changes);
    task.reset();
  };
  const shown = { ...shownProblems(problems, draft, isSubmitted), ...fieldErrors(task.error) };
  const form = { draft, onChange: update, problems: shown };
  const periods = tOptions(PERIODS);
  const isOther = !PERIODS.some(([blocks]) => blocks === draft.period);
  return (
    <Card title={renews === undefined ? t('New purse') : t('New terms')}>
      <Stack as="form" gap={16} onSubmit={(event: SubmitEvent) => void submit(event)} noValidate>
        <RecipientField
          label={t('Whose key pays')}
          value={draft.spender}
          onChange={(spender) => update({ spender })}
          hint={t('A signer, or somebody else. They need no money of their own.')}
          error={shown.spender}
          required
        />
        {segmentField(form, 'pays', t('May pay'), tOptions(PAYS))}
        {draft.pays === 'list' ? (
          <Payees
            draft={draft}
            onChange={(payees) => update({ payees })}
            fault={shown.payees === undefined ? undefined : payeesFault(draft, prefix)}
          />
        ) : (
          <Caution title={t('A thief of this key would pay themselves.')}>
            {t('With a list of payees a stolen key can only pay those.')}
          </Caution>
        )}
        <Columns gap={16}>
          <AmountField
            {...unit}
            label={t('Limit')}
            value={draft.limit}
            onChange={(limit) => update({ limit })}
            hint={t('May leave at once, fees included.')}
            error={shown.limit}
            placeholder="0.00"
            required
          />
          {segmentField(form, 'period', t('Refills over'), [
            ...periods,
            ...(isOther ? [[draft.period, noticeText(Number(draft.period))] as const] : []),
          ])}
        </Columns>
        <Columns gap={16}>
          <AmountField
            {...unit}
            label={t('Put in')}
            value={draft.amount}
            onChange={(amount) => update({ amount })}
            hint={
              held === undefined
                ? t('The most that can ever be lost.')
                : t('The most that can ever be lost. The treasury holds {amount}.', {
                    amount: amountWithUnit(held.base, held.of),
                  })
            }
            error={shown.amount}
            placeholder="0.00"
            required
          />
          {renews === undefined &&
            selectField(
              form,
              'asset',
              t('Asset'),
              [...(assets ?? [['BCH', { of: 'BCH' }] as const])].map(
                ([name, { of: each }]) => [name, unitOf(each)] as const,
              ),
            )}
        </Columns>
        {textField(form, 'reason', t('Reason (optional)'), { hint: t('For its signers.') })}
        <div>
          <Button type="submit" look="main" disabled={task.isRunning}>
            {t('Propose it')}
          </Button>
        </div>
        {task.isRunning && <Waiting what={t('Building it from the treasury’s coins…')} on="task" />}
        {task.error !== undefined && <Failed error={task.error} />}
      </Stack>
    </Card>
  );
};
