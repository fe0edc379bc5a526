import { type Asset, decimalsOf, unitOf } from '../format/amount.js';
import { AmountField } from '../forms/amount-field.js';
import { AssetFields } from '../forms/asset-fields.js';
import { ChoiceField } from '../forms/choice-field.js';
import { scheduleFields } from '../forms/schedule-fields.js';
import { timeField } from '../forms/time-field.js';
import { msg, t, tOptions } from '../language/text.js';
import { segmentField, textField } from '../ui/field.js';
import { Columns, Stack } from '../ui/layout.js';
import { type AirdropDraft, type AirdropProblems, isVested, scheduleProblems } from './airdrop-draft.js';
import { type ClaimFees, feeChoices } from './claim-fees.js';
import { RecipientsDrop } from './list/recipients-drop.js';
import type { ChosenList } from './list/use-list.js';

interface AirdropFormProps {
  readonly draft: AirdropDraft;
  readonly onChange: (draft: AirdropDraft) => void;
  readonly list: ChosenList;
  /** The asset of its amounts. */
  readonly of: Asset;
  readonly fees: ClaimFees;
  /** Problems by field; empty before the first submit. */
  readonly problems: AirdropProblems;
}

type Form = Pick<AirdropFormProps, 'draft' | 'onChange' | 'problems'>;

const AUDIENCES = [
  ['list', msg('The addresses of a list')],
  ['everybody', msg('Everybody who claims')],
] as const;
const YES_NO = [
  ['yes', msg('Yes')],
  ['no', msg('No')],
] as const;

/** Fields of a public campaign's amounts. */
const everybodyFields = (form: Form & Pick<AirdropFormProps, 'of'>) => (
  <Columns gap={16}>
    <AmountField
      decimals={decimalsOf(form.of)}
      unit={unitOf(form.of)}
      label={t('Each claim')}
      value={form.draft.perClaim}
      onChange={(perClaim) => form.onChange({ ...form.draft, perClaim })}
      hint={t('In the same unit as the pool.')}
      error={form.problems.perClaim}
      required
    />
    {textField(form, 'claimsEach', t('Claims per address'), { inputMode: 'numeric', required: true })}
  </Columns>
);

/** Fields for what a claim of a list gets: its amount, or a lock of it, and when that unlocks. */
const vestingFields = (form: Form) => (
  <>
    <ChoiceField
      label={t('What does a claim get?')}
      value={form.draft.vested}
      onChange={(vested) => form.onChange({ ...form.draft, vested })}
      options={[
        ['no', t('Its amount, at once'), t('The recipient can spend it as soon as it is claimed.')],
        [
          'yes',
          t('A lock, which pays over time'),
          t(
            'Nobody can take it back. Its dates are the same for everybody: late claimers get the unlocked amount at once.',
          ),
        ],
      ]}
    />
    {isVested(form.draft) &&
      scheduleFields(
        {
          draft: form.draft.schedule,
          onChange: (schedule) => form.onChange({ ...form.draft, schedule }),
          problems: scheduleProblems(form.problems),
        },
        { of: 'lock' },
      )}
  </>
);

/** Fields for the claim window, early closing and the fees of claims. */
const windowFields = (form: Form, fees: ClaimFees) => (
  <>
    <Columns gap={16}>
      {timeField(form, 'start', t('Opens (optional)'), { hint: t('As soon as it is funded, if left empty.') })}
      {timeField(form, 'end', t('Closes (optional)'), { hint: t('When all is claimed, if left empty.') })}
    </Columns>
    <Columns gap={16}>
      {segmentField(
        form,
        'cancelable',
        t('Can you close it early?'),
        tOptions(YES_NO),
        t('The rest then returns to the sender.'),
      )}
    </Columns>
    <ChoiceField
      label={t('Who pays the network’s fee of each claim?')}
      value={form.draft.sponsored}
      onChange={(sponsored) => form.onChange({ ...form.draft, sponsored })}
      options={feeChoices(fees)}
    />
  </>
);

/** Form for the terms of a new airdrop. */
export const AirdropForm = (props: AirdropFormProps) => {
  const { draft, onChange, list, of, fees, problems } = props;
  const isListed = draft.audience === 'list';
  return (
    <Stack gap={16}>
      {textField(props, 'title', t('Title'), { hint: t('Everybody can read it.'), required: true })}
      {textField(props, 'description', t('Description (optional)'))}
      {segmentField(props, 'audience', t('For whom'), tOptions(AUDIENCES))}
      <AssetFields
        label={isListed ? undefined : t('Pool')}
        draft={draft}
        onChange={(changes) => onChange({ ...draft, ...changes })}
        problems={problems}
        // What a pool of BCH costs beside it depends on the pool: it is chosen by hand.
        most={isListed || draft.asset === 'BCH' ? undefined : { extra: undefined }}
      />
      {isListed ? (
        <>
          <RecipientsDrop list={list} of={of} error={list.state === undefined ? problems.list : undefined} />
          {segmentField(
            props,
            'publicList',
            t('Who sees the list?'),
            [
              ['no', t('Each address its own row')],
              ['yes', t('Everybody')],
            ],
            t('You see all of it in either case.'),
          )}
          {vestingFields(props)}
        </>
      ) : (
        everybodyFields(props)
      )}
      {windowFields(props, fees)}
    </Stack>
  );
};
