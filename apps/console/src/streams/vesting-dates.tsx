import type { Asset } from '../format/amount.js';
import { t } from '../language/text.js';
import { PeriodList } from '../payments/period-list.js';
import { useFirstRows } from '../ui/first-rows.js';
import { Row, Stack } from '../ui/layout.js';
import { type DatedTerms, vestingDates } from './dated-schedule.js';

/** How many dates are shown before the others are asked for. */
const FIRST = 3;

/** Lists the dates of a stream with their amounts, and what is paid of them; nothing of one that vests by seconds. */
export const VestingDates = ({ stream }: { readonly stream: DatedTerms & Exclude<Asset, string> }) => {
  const dates = vestingDates(stream);
  // While it runs, the next dates matter more than those that are paid.
  const open = Math.max(0, dates.findIndex(({ state }) => state !== 'paid' && state !== 'elsewhere') - 1);
  const { shown, others } = useFirstRows(dates, FIRST);
  if (dates.length === 0) return null;
  const isWhole = shown.length === dates.length;
  return (
    <Stack gap={10}>
      <h3>{t('Dates')}</h3>
      <PeriodList of={stream} periods={isWhole ? dates : dates.slice(open, open + FIRST)} />
      {others !== null && <Row gap={8}>{others}</Row>}
    </Stack>
  );
};
