import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { isWeirError, type PlanTerms, type PlanPreview as Previewed } from '@weir/client';
import { useAddressPrefix, useNow, useServices } from '../api/services.js';
import { useTokenDecimals } from '../api/use-token.js';
import { isScriptAddress, shortAddress } from '../format/identifiers.js';
import { stepText, timeText } from '../format/time.js';
import { planCosts } from '../forms/cost-lines.js';
import { Costs } from '../forms/costs.js';
import { CreateColumns, NewPage } from '../forms/create-columns.js';
import { useKeptDraft } from '../forms/kept-draft.js';
import { takeOpenedQuery } from '../forms/opened-address.js';
import { useNewRecord } from '../forms/use-new-record.js';
import type { usePreview } from '../forms/use-preview.js';
import { rowsText } from '../kinds/plan-words.js';
import { numberText, plural, t } from '../language/text.js';
import { addTypedNames } from '../names/plan-names.js';
import { paydayFrom } from '../payments/pace.js';
import { calendarText } from '../payments/paydays-text.js';
import { moveFact } from '../records/pending-move.js';
import { usePayer } from '../treasury/payer-card.js';
import { Card, Facts } from '../ui/card.js';
import { Caution } from '../ui/caution.js';
import { Columns } from '../ui/layout.js';
import { Failed, Waiting } from '../ui/states.js';
import { useWallet } from '../wallet/wallet-store.js';
import { countBackdated } from './backdated.js';
import { linkedPlanIn } from './linked-plan.js';
import { newPlanDraft, type PlanDraft, readPlanDraft, shownPlanProblems, rowErrors } from './plan-draft.js';
import { PlanForm } from './plan-form.js';
import styles from './plan-form.module.css';
import { paceOfRow } from './plan-rows.js';
import { RowAmount } from './row-amount.js';

/** Shows why a list was refused, line by line where its rows are invalid. */
const PlanFailure = ({ error }: { readonly error: unknown }) => {
  if (!isWeirError(error, 'INVALID_RECIPIENTS')) return <Failed error={error} />;
  const { errors = [], errorCount = errors.length } = error.details;
  if (errors.length === 0) return <Failed error={error} />;
  return (
    <div className={styles['refused']} role="alert">
      <h3>{plural(errorCount, { one: 'One row is not valid', other: '{count} rows are not valid' })}</h3>
      <ul className={styles['faults']} tabIndex={0} aria-label={t('Problems by row')}>
        {errors.map(({ line, row, field, reason }, index) => (
          // Keyed by index, since a row may have several problems.
          <li key={index} className={styles['fault']}>
            <span className={styles['where']}>
              {line == null ? t('Row {row}', { row: row ?? '?' }) : t('Line {line}', { line })}
            </span>
            <span>{field == null || reason.startsWith(field) ? reason : `${field}: ${reason}`}</span>
          </li>
        ))}
      </ul>
      {errorCount > errors.length && (
        <p>{t('… and {count} more.', { count: numberText(errorCount - errors.length) })}</p>
      )}
    </div>
  );
};

/** How many recipients are shown. */
const FIRST = 6;

type Row = Previewed['streams'][number];

const whenText = (row: Row, plan: Previewed['plan']): string => {
  const { start, end, cliff, step, interval, periods } = row;
  if (interval !== null) {
    const last = paydayFrom(paceOfRow(plan, row), start, (periods ?? 1) - 1);
    return t('first on {first}, last on {last}', { first: timeText(start), last: timeText(last) });
  }
  const parts = [
    t('from {when}', { when: timeText(start) }),
    end === null ? undefined : t('to {when}', { when: timeText(end) }),
  ];
  if (cliff !== null) parts.push(t('nothing before {when}', { when: timeText(cliff) }));
  if (step !== null && step > 0) parts.push(stepText(step));
  return parts.filter((part) => part !== undefined).join(', ');
};

const PlanCosts = ({ preview }: { readonly preview: Previewed }) => {
  const { plan, costs, streams } = preview;
  return (
    <>
      <Facts
        facts={[
          [rowsText(plan.product), numberText(streams.length)],
          [t('Paid'), plan.calendar !== null && calendarText(plan.calendar)],
          [t('Transactions to sign'), numberText(costs.fundings.length)],
          ...(plan.product === 'lock' ? [moveFact(plan)] : []),
        ]}
      />
      <Costs sheet={planCosts(preview)} isByVault={isScriptAddress(plan.sender)} />
    </>
  );
};

/** Warns of rows that start in the past: their funding releases a part at once, or everything. */
const Backdated = ({ streams }: Pick<Previewed, 'streams'>) => {
  const { some, whole } = countBackdated(streams, useNow());
  if (some === 0) return null;
  return (
    <Caution title={t('It starts in the past')}>
      {plural(some, {
        one: '{count} row starts in the past: a part of it can be claimed as soon as it is funded.',
        other: '{count} rows start in the past: a part of them can be claimed as soon as they are funded.',
      })}
      {whole > 0 &&
        ` ${plural(whole, { one: '{count} row ends in the past: nothing of it stays locked.', other: '{count} rows end in the past: nothing of them stays locked.' })}`}
    </Caution>
  );
};

/** Shows every schedule and all costs of a plan. */
const PlanPreview = ({ isAsked, data, error }: ReturnType<typeof usePreview<PlanTerms, Previewed>>) => {
  const connected = useWallet();
  const shown = (): ReactNode => {
    if (!isAsked)
      return (
        <p>
          {connected === undefined
            ? t('Connect the wallet that pays: the schedules and all costs appear here.')
            : t('Add a recipient and fix the marked fields to see schedules and costs.')}
        </p>
      );
    if (error !== null) return <PlanFailure error={error} />;
    if (data === undefined) return <Waiting what={t('Computing every schedule and all costs…')} />;
    return (
      <>
        <ol>
          {data.streams.slice(0, FIRST).map((row) => (
            <Columns
              as="li"
              key={row.row}
              align="stretch"
              widths="minmax(0, 1fr) auto"
              gap="2px 12px"
              isRuled
              pad="8px 0"
            >
              <span>{row.label ?? shortAddress(row.recipient)}</span>
              <RowAmount row={row} of={data.plan} />
              <span className={styles['when']}>{whenText(row, data.plan)}</span>
            </Columns>
          ))}
        </ol>
        {data.streams.length > FIRST && (
          <p>{t('… and {count} more.', { count: numberText(data.streams.length - FIRST) })}</p>
        )}
        <Backdated streams={data.streams} />
        <PlanCosts preview={data} />
      </>
    );
  };
  return <Card title={t('Preview')}>{shown()}</Card>;
};

const route = getRouteApi('/plans/new');

const Form = ({ now }: { readonly now: number }) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  const [linked] = useState(() => linkedPlanIn(takeOpenedQuery()));
  const kept = useKeptDraft('plan', newPlanDraft(now), linked?.fields);
  const { draft } = kept;
  const connected = useWallet();
  // Counts changes, so that a list of 10,000 need not be compared by its text.
  const [version, setVersion] = useState(0);
  const known = useTokenDecimals(draft);
  const tokenDecimals = known ?? 0;
  const payer = usePayer(route.useSearch().vault);
  const read = readPlanDraft(draft, { vaultId: payer.terms?.vaultId, tokenDecimals, prefix: useAddressPrefix() });
  const terms = 'terms' in read && payer.terms !== undefined && known !== undefined ? read.terms : undefined;
  const { preview, creation, sheet } = useNewRecord({
    product: 'plan',
    kept,
    payer,
    asked: connected === undefined ? undefined : terms,
    version,
    ask: (asked: PlanTerms, wallet, options) => weir.plans.preview(asked, wallet, options),
    askedOf: (agreed: PlanTerms) => agreed,
    costsOf: planCosts,
    store: async (agreed, wallet) => {
      addTypedNames(
        (agreed.streams ?? []).flatMap(({ recipient, label }) => (label == null ? [] : [{ recipient, name: label }])),
      );
      return (await weir.plans.create(agreed, wallet)).id;
    },
    fund: (id, wallet, options) => weir.plans.at(id).fund(wallet, options),
    open: (id) => navigate({ to: '/plans/$id', params: { id } }),
  });
  const { isSubmitted, submit, reset } = creation;
  const change = (changes: Partial<PlanDraft>): void => {
    kept.change(changes);
    setVersion(version + 1);
    reset();
  };
  return (
    <CreateColumns
      creation={creation}
      kept={kept}
      unclear={linked?.unclear}
      isUneven={linked?.isUneven}
      onSubmit={(event) => void submit(event, terms)}
      doing={<Waiting what={t('Checking every row, and storing the list…')} on="task" />}
      failure={(refusal) => <PlanFailure error={refusal} />}
      fields={
        <>
          <PlanForm
            draft={draft}
            onChange={change}
            tokenDecimals={tokenDecimals}
            problems={
              'problems' in read
                ? shownPlanProblems(read.problems, draft, isSubmitted)
                : { head: {}, rows: rowErrors(creation.error ?? preview.error, draft.rows) }
            }
          />
        </>
      }
      payer={payer}
      sheet={sheet}
      preview={<PlanPreview {...preview} />}
    />
  );
};

/** Page that creates a plan: many streams or salaries, funded with one or a few signatures. */
const NewPlanPage = () => <NewPage title={t('New plan')}>{(now) => <Form now={now} />}</NewPage>;

export default NewPlanPage;
