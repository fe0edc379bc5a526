import { useState } from 'react';
import type { ListProgress } from '@weir/client';
import type { ListProblem } from '@weir/merkle';
import { amountWithUnit, type Asset } from '../../format/amount.js';
import { rich } from '../../language/rich.js';
import { plural, t, tPhrase } from '../../language/text.js';
import {
  columnNames,
  ColumnPicker,
  type ColumnRole,
  EncodingNote,
  ListProblems,
  MarkQuestion,
} from '../../table/list-parts.js';
import { listProblemText } from '../../table/problem-text.js';
import { Button, buttonClass, classes } from '../../ui/button.js';
import { Progress } from '../../ui/card.js';
import { useFileDrop } from '../../ui/hooks.js';
import { Stack } from '../../ui/layout.js';
import { Waiting } from '../../ui/states.js';
import type { ListColumns, ListReport } from './list-check.js';
import styles from './recipients-drop.module.css';
import type { ChosenList } from './use-list.js';

const recipientsText = (count: number): string =>
  plural(count, { one: '{count} recipient', other: '{count} recipients' });

interface QuestionProps {
  readonly list: ChosenList;
  readonly columns: ListColumns;
  readonly problems: readonly ListProblem[];
  readonly of: Asset;
}

/** Asks which columns of a list hold the addresses and the amounts. */
const ColumnQuestion = ({ list, columns, problems, of }: QuestionProps) => {
  const [roles, setRoles] = useState<readonly ColumnRole[]>(() =>
    Array.from({ length: columns.width }, (_, place) =>
      place === columns.address ? 'address' : place === columns.amount ? 'amount' : 'none',
    ),
  );
  const [address, amount] = [roles.indexOf('address'), roles.indexOf('amount')];
  return (
    <Stack gap={12}>
      {problems.map((problem, place) => (
        <p key={place} className={styles['wrong']} role="alert">
          {listProblemText(problem, of)}.
        </p>
      ))}
      <ColumnPicker
        names={columnNames(columns.header, columns.width)}
        sample={columns.sample}
        roles={roles}
        choices={['address', 'amount']}
        onRoles={setRoles}
      />
      <Button disabled={address === -1 || amount === -1} onClick={() => list.answer({ columns: { address, amount } })}>
        {t('Use these columns')}
      </Button>
    </Stack>
  );
};

/** Names the columns that a list is read from, above its first rows. */
const ColumnFacts = ({ columns }: { readonly columns: ListColumns }) => {
  const names = columnNames(columns.header, columns.width);
  const used = [columns.address, columns.amount].filter((column) => column !== undefined);
  const ignored = names.filter((_, column) => !used.includes(column));
  return (
    <div className={styles['facts']}>
      <table>
        <thead>
          <tr>
            {used.map((column) => (
              <th key={column} scope="col">
                {column === columns.address
                  ? t('Address: “{column}”', { column: names[column] ?? '' })
                  : t('Amount: “{column}”', { column: names[column] ?? '' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns.sample.map((row, place) => (
            <tr key={place}>
              {used.map((column) => (
                <td key={column}>{row[column] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {ignored.length > 0 && (
        <p className={styles['hint']}>{t('Not used: {columns}', { columns: ignored.join(', ') })}</p>
      )}
    </div>
  );
};

/** Shows what is wrong with a list, or asks what it leaves open. */
const Problems = ({
  list,
  report,
  of,
}: {
  readonly list: ChosenList;
  readonly report: ListReport;
  readonly of: Asset;
}) => {
  const { problems, wrong, columns } = report;
  const [first] = problems;
  if (columns !== undefined && problems.every(({ code }) => code === 'COLUMNS'))
    return <ColumnQuestion key={list.file?.name} list={list} columns={columns} problems={problems} of={of} />;
  if (first?.code === 'AMBIGUOUS_AMOUNTS' && wrong === 1)
    return <MarkQuestion problem={first} of={of} onMark={(decimalMark) => list.answer({ decimalMark })} />;
  return <ListProblems problems={problems} count={wrong} of={of} />;
};

/** Shows the progress or the result of checking a list. */
const Checked = ({ list, of }: { readonly list: ChosenList; readonly of: Asset }) => {
  const { state } = list;
  if (state === undefined) return null;
  if (state.phase === 'failed')
    return (
      <p className={styles['wrong']} role="alert">
        {tPhrase(state.reason)}
      </p>
    );
  const { report } = state;
  if (state.phase === 'checking')
    return (
      <div>
        <Progress percent={state.percent} what={t('Checking the list')} />
        <p className={styles['hint']}>
          {t('Checking…')} {report !== undefined && recipientsText(report.rows)}
        </p>
      </div>
    );
  const { columns, encoding, wrong, rows, total } = state.report;
  return (
    <>
      <EncodingNote encoding={encoding} />
      {wrong > 0 ? (
        <Problems list={list} report={state.report} of={of} />
      ) : (
        <p className={styles['right']} role="status">
          {t('{recipients}, {amount} together.', {
            recipients: recipientsText(rows),
            amount: amountWithUnit(total, of),
          })}
        </p>
      )}
      {columns?.address !== undefined && columns.amount !== undefined && <ColumnFacts columns={columns} />}
    </>
  );
};

interface RecipientsDropProps {
  readonly list: ChosenList;
  readonly of: Asset;
  /** What is missing, after the first submit. */
  readonly error?: string | undefined;
}

/** Drop zone and file picker for a list of recipients, with the result of its check. */
export const RecipientsDrop = ({ list, of, error }: RecipientsDropProps) => {
  const { isOver, zone } = useFileDrop(list.choose);
  return (
    <Stack gap={12}>
      <div className={classes(styles['zone'], isOver && styles['over'])} {...zone}>
        <p className={styles['file']}>
          {list.file === undefined ? t('Drop the list of recipients here, or') : <strong>{list.file.name}</strong>}
        </p>
        <label className={classes(buttonClass('plain'), styles['choose'])}>
          {list.file === undefined ? t('Choose a CSV file') : t('Choose another file')}
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={({ target }) => {
              list.choose(target.files?.[0]);
              // Allows the same file to be chosen again after it was corrected.
              target.value = '';
            }}
          />
        </label>
        <p className={styles['hint']}>
          {rich('One line each: {form}.', { form: <code>address,amount</code> })}{' '}
          {t('Other columns and names of columns are possible, too.')}{' '}
          {(typeof of === 'string' ? of : of.token_type) === 'BCH'
            ? t('Amounts in BCH, such as 0.01.')
            : t('Amounts in whole tokens, as in all fields of this page.')}
        </p>
      </div>
      {error !== undefined && (
        <p className={styles['wrong']} role="alert">
          {error}
        </p>
      )}
      <Checked list={list} of={of} />
    </Stack>
  );
};

/** Shows the progress of uploading a list, and then that the service builds its Merkle tree. */
export const Uploading = ({ progress }: { readonly progress: ListProgress | undefined }) => {
  if (progress === undefined) return <Waiting what={t('Storing the terms…')} on="task" />;
  const { sent, size } = progress;
  return sent < size ? (
    <div>
      <Progress percent={(sent / size) * 100} what={t('Sending the list')} />
      <Waiting what={t('Sending the list…')} on="task" />
    </div>
  ) : (
    <Waiting what={t('The service has the list and computes its proofs…')} on="task" />
  );
};
