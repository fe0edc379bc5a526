import { satoshisAt } from '@weir/payments';
import { shortHash } from '../format/identifiers.js';
import { typedBase } from '../format/typed-amount.js';
import { AmountField } from '../forms/amount-field.js';
import { timeField } from '../forms/time-field.js';
import { t, tOptions } from '../language/text.js';
import { CALENDAR_CHOICES } from '../payments/calendar-choice.js';
import { FirstPaydays } from '../payments/first-paydays.js';
import { INTERVALS } from '../payments/intervals.js';
import { RowsGrid } from '../plans/rows-grid.js';
import { EMPTY_ROW, isBlank, type RowDraft } from '../table/row-draft.js';
import { Card } from '../ui/card.js';
import { segmentField, selectField } from '../ui/field.js';
import { Columns, Stack } from '../ui/layout.js';
import {
  boundsOf,
  type CurrencyDraft,
  type CurrencyProblems,
  PAID_IN,
  type PricedOracle,
  unitOfOracle,
} from './currency-draft.js';
import { aboutBch, currencyText, paydaysText } from './currency-text.js';

interface CurrencyFormProps {
  readonly draft: CurrencyDraft;
  readonly onChange: (changes: Partial<CurrencyDraft>) => void;
  readonly problems: CurrencyProblems;
  readonly oracles: readonly PricedOracle[];
  /** The one that the draft names. */
  readonly oracle: PricedOracle;
}

/** Reads pasted lines: an address, an amount and a name in each, apart by tabs. Each field is then checked as if it had been typed. */
const rowsOfTable = (text: string): readonly RowDraft[] =>
  text
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const [recipient = '', amount = '', label = ''] = line.split('\t').map((cell) => cell.trim());
      return { recipient, amount, label };
    });

/** Joins the sentences of a hint that apply; undefined where none does. */
const sentences = (...some: readonly (string | false)[]): string | undefined =>
  some.filter((one) => one !== false).join(' ') || undefined;

/** The limits of the price, each with what it means for a payday. */
const Bounds = ({ draft, onChange, problems, oracle }: Omit<CurrencyFormProps, 'oracles'>) => {
  const unit = unitOfOracle(oracle);
  const bounds = boundsOf(draft, oracle);
  const [first] = draft.rows.filter((row) => !isBlank(row));
  const amount = typedBase(first?.amount ?? '', oracle.decimals);
  const at = (price: bigint): string | undefined =>
    amount === undefined || amount === 0n ? undefined : aboutBch(satoshisAt({ amount, ...bounds }, price));
  const [most, least] = [at(bounds.lowest), at(bounds.highest)];
  // Said in words: a number in an empty field would look typed.
  const lowest = currencyText(bounds.lowest, oracle);
  const highest = currencyText(bounds.highest, oracle);
  return (
    <Columns gap={16}>
      <AmountField
        {...unit}
        label={t('Lowest price that counts, {currency}', { currency: unit.unit })}
        value={draft.lowest}
        onChange={(typed) => onChange({ lowest: typed })}
        hint={sentences(
          draft.lowest.trim() === '' && t('If left empty: {price}, a quarter of today’s price.', { price: lowest }),
          most !== undefined &&
            t('If BCH falls below it, this price counts: a payday never pays more than {amount}.', { amount: most }),
        )}
        error={problems.head.lowest}
      />
      <AmountField
        {...unit}
        label={t('Highest price that counts, {currency}', { currency: unit.unit })}
        value={draft.highest}
        onChange={(typed) => onChange({ highest: typed })}
        hint={sentences(
          draft.highest.trim() === '' && t('If left empty: {price}, four times today’s price.', { price: highest }),
          least !== undefined &&
            t('If BCH rises above it, this price counts: a payday never pays less than {amount}.', { amount: least }),
        )}
        error={problems.head.highest}
      />
    </Columns>
  );
};

/** Form for the terms and the payees of payments in a currency. */
export const CurrencyForm = ({ draft, onChange, problems, oracles, oracle }: CurrencyFormProps) => {
  const form = { draft: { ...draft, oracle: oracle.public_key }, onChange, problems: problems.head };
  return (
    <>
      <Card title={t('Recipients')}>
        {problems.head.list !== undefined && <p role="alert">{problems.head.list}</p>}
        <RowsGrid
          names={t('Name, which everybody can read')}
          draft={{ product: 'recurring', rows: draft.rows }}
          unit={unitOfOracle(oracle)}
          onChange={onChange}
          problems={problems.rows}
          onTable={(text) =>
            onChange({ rows: [...draft.rows.filter((row) => !isBlank(row)), ...rowsOfTable(text), EMPTY_ROW] })
          }
        />
      </Card>
      <Card title={t('Terms')}>
        <Stack gap={16}>
          <Columns gap={16}>
            {selectField(form, 'interval', t('Paid'), tOptions([...CALENDAR_CHOICES, ...INTERVALS]))}
            {selectField(
              form,
              'oracle',
              t('Oracle'),
              oracles.map((one) => {
                const price = currencyText(one.price_base, one);
                return [
                  one.public_key,
                  t('{price} for 1 BCH, key {key}', { price, key: shortHash(one.public_key) }),
                ] as const;
              }),
              t('It signs the price of each payday.'),
            )}
          </Columns>
          <Columns gap={16}>
            {timeField(form, 'start', t('First payday'))}
            {timeField(form, 'end', t('Ends (optional)'), { hint: t('Without a day it pays until you cancel it.') })}
          </Columns>
          <FirstPaydays interval={draft.interval} start={draft.start} />
          <Bounds draft={draft} onChange={onChange} problems={problems} oracle={oracle} />
          <Columns gap={16}>
            {selectField(
              form,
              'paidIn',
              t('Pay in now for'),
              PAID_IN.map((count) => [count, paydaysText(Number(count))] as const),
              t('With 3 tenths more, in case BCH falls. Anybody can top it up later.'),
            )}
            {segmentField(form, 'pausable', t('Can you pause it?'), [
              ['yes', t('Yes, with notice')],
              ['no', t('No')],
            ])}
          </Columns>
        </Stack>
      </Card>
    </>
  );
};
