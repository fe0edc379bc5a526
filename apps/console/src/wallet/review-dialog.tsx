import { AlertDialog } from '@base-ui/react/alert-dialog';
import { ChevronRight } from 'lucide-react';
import { Fragment, useRef } from 'react';
import type { ReviewLine, ReviewRow } from '@weir/client';
import { groupsOf } from '../format/identifiers.js';
import { plural, t } from '../language/text.js';
import { Button, classes } from '../ui/button.js';
import dialog from '../ui/dialog.module.css';
import { Identicon } from '../ui/identicon.js';
import { Columns, Row, Stack } from '../ui/layout.js';
import styles from './review-dialog.module.css';
import { useReview } from './reviews.js';

/** Shows what the coins that are spent hold before and after, asset by asset. Numbers read from left to right in every language. */
const LedgerLines = ({ lines }: { readonly lines: readonly ReviewLine[] }) => (
  <table className={styles['lines']}>
    <caption>{t('Your coins in this transaction')}</caption>
    <thead>
      <tr>
        <th scope="col">{t('Asset')}</th>
        <th scope="col">{t('Before')}</th>
        <th scope="col">{t('After')}</th>
        <th scope="col">{t('Difference')}</th>
      </tr>
    </thead>
    <tbody>
      {lines.map(({ asset, before, after, difference }, index) => (
        <tr key={index}>
          <th scope="row">{asset}</th>
          <td data-label={t('Before')}>
            <bdi dir="ltr">{before}</bdi>
          </td>
          <td data-label={t('After')}>
            <bdi dir="ltr">{after}</bdi>
          </td>
          <td data-label={t('Difference')}>
            <bdi dir="ltr">{difference}</bdi>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** A party by its name, its picture and its whole address. */
const Party = ({ address, name }: NonNullable<ReviewRow['party']>) => (
  <Columns as="span" widths="auto minmax(0, 1fr)" gap={12} align="center" pad="4px 0 0">
    <Identicon address={address} size={32} />
    <Stack as="span">
      {name !== undefined && (
        <strong>
          <bdi>{name}</bdi>
        </strong>
      )}
      <span className={styles['address']}>{groupsOf(address)}</span>
    </Stack>
  </Columns>
);

/** One line of a review. Amounts that add up are as on a bill: the totals below them. */
const Line = ({ row: { label, value, adds, isTotal = false, party } }: { readonly row: ReviewRow }) => {
  const line = (
    <>
      <dt>{label}</dt>
      {/* By itself: “0.5 BCH” reads from left to right in every language. */}
      <dd>{party === undefined ? <bdi>{value}</bdi> : <Party {...party} />}</dd>
    </>
  );
  if (adds === undefined) return <div>{line}</div>;
  return (
    <Row justify="space-between" gap="0 16px" className={classes(styles['sum'], isTotal && styles['total'])}>
      {line}
    </Row>
  );
};

/** Folds what is one of many alike, such as the dates of a long schedule, between those that stand for them. */
const runsOf = (rows: readonly ReviewRow[]): readonly (readonly ReviewRow[])[] => {
  const runs: ReviewRow[][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last !== undefined && (last[0]?.isOneOfMany ?? false) === (row.isOneOfMany ?? false)) last.push(row);
    else runs.push([row]);
  }
  return runs;
};

/** The lines of a review: those of its details, or those of what leaves the wallet in all. */
const Lines = ({ rows }: { readonly rows: readonly ReviewRow[] }) =>
  runsOf(rows).map((run, place) => {
    const lines = (
      <Stack as="dl" gap={10} className={styles['rows']}>
        {run.map((row, index) => (
          <Line key={index} row={row} />
        ))}
      </Stack>
    );
    if (run[0]?.isOneOfMany !== true) return <Fragment key={place}>{lines}</Fragment>;
    return (
      <details key={place} className={styles['technical']}>
        <summary>
          <ChevronRight size={16} aria-hidden="true" />{' '}
          {plural(run.length, { one: 'One more date', other: '{count} more dates' })}
        </summary>
        {lines}
      </details>
    );
  });

/**
 * Shows what a transaction does, as its own bytes show, before the wallet is asked to sign it. What it does and what leaves
 * the wallet stay in view; the details between them scroll.
 */
export const ReviewDialog = () => {
  const open = useReview();
  const title = useRef<HTMLHeadingElement>(null);
  const { sentences = [], rows = [], lines = [] } = open?.review ?? {};
  const totals = rows.filter(({ isTotal = false }) => isTotal);
  const technical = rows.filter(({ isTechnical = false }) => isTechnical);
  return (
    <AlertDialog.Root open={open !== undefined} onOpenChange={(isOpen) => !isOpen && open?.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog['backdrop']} />
        <AlertDialog.Popup className={classes(dialog['popup'], styles['review'])} initialFocus={title}>
          <Stack as="header" gap={12} pad="20px 24px" className={styles['head']}>
            <AlertDialog.Title ref={title} tabIndex={-1} className={dialog['title']}>
              {t('Check before you sign')}
            </AlertDialog.Title>
            <AlertDialog.Description render={<div className={styles['sentences']} />}>
              {sentences.map((sentence, index) => (
                <p key={index}>{sentence}</p>
              ))}
            </AlertDialog.Description>
          </Stack>
          <div className={styles['details']} role="group" aria-label={t('Details')} tabIndex={0}>
            <Lines rows={rows.filter((row) => !totals.includes(row) && !technical.includes(row))} />
            {technical.length + lines.length > 0 && (
              <details className={styles['technical']}>
                <summary>
                  <ChevronRight size={16} aria-hidden="true" /> {t('Technical details')}
                </summary>
                {technical.length > 0 && <Lines rows={technical} />}
                {lines.length > 0 && <LedgerLines lines={lines} />}
              </details>
            )}
          </div>
          <Stack as="footer" gap={12} pad="20px 24px">
            {totals.length > 0 && <Lines rows={totals} />}
            <Row gap={8} justify="end">
              <Button onClick={() => open?.answer(false)}>{t('Cancel')}</Button>
              <Button look="main" onClick={() => open?.answer(true)}>
                {t('Continue to the wallet')}
              </Button>
            </Row>
          </Stack>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};
