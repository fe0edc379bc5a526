import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useServices } from '../api/services.js';
import { AssetFields } from '../forms/asset-fields.js';
import { recordCosts } from '../forms/cost-lines.js';
import { NewPage } from '../forms/create-columns.js';
import { NewRecordForm } from '../forms/new-record-form.js';
import { RecipientField } from '../forms/recipient-field.js';
import { timeField } from '../forms/time-field.js';
import { plural, t, tOptions } from '../language/text.js';
import { segmentField, selectField, textField } from '../ui/field.js';
import { Columns, Stack } from '../ui/layout.js';
import { CALENDAR_CHOICES, keptTimeOf } from './calendar-choice.js';
import { INTERVALS } from './intervals.js';
import { PaydayAmount } from './payday-amount.js';
import {
  newPaymentDraft,
  paydaysOfDraft,
  type PaymentDraft,
  type PaymentProblems,
  readPaymentDraft,
} from './payment-draft.js';
import { PeriodList } from './period-list.js';

interface PaymentFormProps {
  readonly draft: PaymentDraft;
  readonly onChange: (draft: PaymentDraft) => void;
  /** Problems by field; empty before the first submit. */
  readonly problems: PaymentProblems;
  /** What funding costs beside the paydays, satoshis; undefined while unknown. */
  readonly extra: bigint | undefined;
}

/** Form for the terms of a new recurring payment. */
const PaymentForm = ({ draft, onChange, problems, extra }: PaymentFormProps) => {
  const form = { draft, onChange, problems };
  return (
    <Stack gap={16}>
      <RecipientField
        label={t('Recipient')}
        value={draft.recipient}
        onChange={(recipient) => onChange({ ...draft, recipient })}
        hint={t('The address that is paid. It cannot be changed later.')}
        error={problems.recipient}
        required
      />
      <AssetFields
        label={t('Amount per payday')}
        draft={draft}
        onChange={(changes) => onChange({ ...draft, ...changes })}
        problems={problems}
        most={{ extra, times: BigInt(paydaysOfDraft(draft)) }}
      />
      {selectField(form, 'interval', t('Paid'), tOptions([...CALENDAR_CHOICES, ...INTERVALS]), keptTimeOf(draft))}
      <Columns gap={16}>
        {timeField(form, 'start', t('First payday'))}
        {timeField(form, 'end', t('Ends (optional)'), {
          hint: t('Twelve paydays are paid in at once; fewer where it ends earlier.'),
        })}
      </Columns>
      <Columns gap={16}>
        {segmentField(form, 'cancelable', t('Can you cancel it?'), [
          ['yes', t('Yes, with notice')],
          ['no', t('No, it pays to the end')],
        ])}
        {draft.cancelable === 'yes' &&
          segmentField(form, 'pausable', t('Can you pause it?'), [
            ['yes', t('Yes, with notice')],
            ['no', t('No')],
          ])}
      </Columns>
      {textField(form, 'recipientName', t('Name for the recipient (optional)'), { hint: t('Everybody can read it.') })}
    </Stack>
  );
};

const route = getRouteApi('/payments/new');

/** Form for the terms, and their preview: the periods and the costs. */
const Form = ({ now }: { readonly now: number }) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  return (
    <NewRecordForm
      product="payment"
      first={newPaymentDraft(now)}
      read={readPaymentDraft}
      Fields={PaymentForm}
      vault={route.useSearch().vault}
      ask={(asked, wallet) => weir.payments.preview(asked, wallet)}
      store={async (agreed, wallet) => (await weir.payments.create(agreed, wallet)).id}
      fund={(id, wallet, options) => weir.payments.at(id).fund(wallet, options)}
      open={(id) => navigate({ to: '/payments/$id', params: { id } })}
      costsOf={({ payment, funding }) =>
        recordCosts(
          plural(payment.periods_funded, { one: 'One payday', other: '{count} paydays' }),
          ...([payment, payment.total_amount_base, funding] as const),
        )
      }
    >
      {({ payment, schedule }) => (
        <>
          <p>
            <PaydayAmount
              each={payment.amount_per_period_base}
              periods={payment.periods_funded}
              total={payment.total_amount_base}
              of={payment}
            />
          </p>
          <PeriodList
            of={payment}
            periods={schedule.map(({ time, amountBase }, index) => ({
              number: index + 1,
              at: time,
              state: 'coming',
              amount: amountBase,
            }))}
          />
        </>
      )}
    </NewRecordForm>
  );
};

const NewPaymentPage = () => <NewPage title={t('New payment')}>{(now) => <Form now={now} />}</NewPage>;

export default NewPaymentPage;
