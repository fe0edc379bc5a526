import type { ImportedGrant, ReviewedDate } from '@weir/calendar/ocf';
import type { AssetOfRecord } from '../format/amount.js';
import { msg, t } from '../language/text.js';
import { Card } from '../ui/card.js';
import { useFirstRows } from '../ui/first-rows.js';
import { Stack } from '../ui/layout.js';
import { Amount, PartyName, Time } from '../ui/values.js';
import styles from './import-page.module.css';
import { sentenceText } from './sentence-text.js';

/** How many dates of a grant are shown before the others are asked for. */
const FIRST = 5;

const KINDS = {
  CALENDAR: msg('On a day of the month'),
  STEP: msg('In steps'),
  TRANCHES: msg('On dates of its own'),
} as const;

/** Shows each date and amount of the file beside what the stream pays. */
const Dates = ({ dates, of }: { readonly dates: readonly ReviewedDate[]; readonly of: AssetOfRecord }) => {
  const { shown, others } = useFirstRows(dates, FIRST);
  return (
    <Stack gap={10} align="start">
      <div className={styles['scroll']} tabIndex={0} role="group" aria-label={t('Dates')}>
        <table className={styles['dates']}>
          <thead>
            <tr>
              <th scope="col">{t('Date in the file')}</th>
              <th scope="col">{t('Amount in the file')}</th>
              <th scope="col">{t('The stream pays on')}</th>
              <th scope="col">{t('It pays')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ date, amount, paidAt, paid }) => (
              <tr key={date}>
                <td>
                  <bdi dir="ltr">{date}</bdi>
                </td>
                <td>
                  <Amount base={amount} of={of} />
                </td>
                <td>
                  <Time at={Number(paidAt)} />
                </td>
                <td>
                  <Amount base={paid} of={of} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {others}
    </Stack>
  );
};

interface GrantProps {
  readonly grant: ImportedGrant;
  readonly of: AssetOfRecord;
}

const Grant = ({ grant, of }: GrantProps) => (
  <Card title={t('{grant} for {name}', { grant: grant.label, name: grant.name ?? grant.stakeholder })}>
    {grant.status === 'refused' ? (
      <p role="alert" className={styles['bad']}>
        {t('Not imported:')} {sentenceText(grant.problem)}
      </p>
    ) : (
      <Stack gap={12}>
        <p>
          <Amount base={grant.total} of={of} /> · {t(KINDS[grant.stream.kind])} · <PartyName address={grant.address} />
        </p>
        {grant.notes.map((note, place) => (
          <p key={place}>{sentenceText(note)}</p>
        ))}
        <Dates dates={grant.dates} of={of} />
      </Stack>
    )}
  </Card>
);

interface ImportedGrantsProps {
  readonly grants: readonly ImportedGrant[];
  readonly of: AssetOfRecord;
}

/** Shows the grants of a package, each with its dates, or the sentence why it is refused. */
export const ImportedGrants = ({ grants, of }: ImportedGrantsProps) => {
  const { shown, others } = useFirstRows(grants, 50);
  return (
    <>
      {shown.map((grant) => (
        <Grant key={grant.grant} grant={grant} of={of} />
      ))}
      {others}
    </>
  );
};
