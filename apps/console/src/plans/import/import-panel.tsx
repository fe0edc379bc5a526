import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { numberText, plural, t, tOptions } from '../../language/text.js';
import { Button, classes } from '../../ui/button.js';
import { SelectInput } from '../../ui/field.js';
import { Field } from '../../ui/field.js';
import { useFileDrop } from '../../ui/hooks.js';
import { saveFile } from '../../ui/save-file.js';
import type { RowDraft } from '../plan-draft.js';
import { guessRoles, type Role, ROLES, rowsOf } from './columns.js';
import styles from './import-panel.module.css';
import { readTable, type Table } from './read-table.js';

const TEMPLATE = 'Name,Address,Amount\nAda,bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy,1.5\n';
/** Most rows of a plan. */
const MOST = 10_000;
/** How many rows show what the columns hold. */
const SAMPLES = 3;

interface Read {
  readonly table: Table;
  readonly roles: readonly Role[];
}

interface MappingProps {
  readonly read: Read;
  readonly onRoles: (roles: readonly Role[]) => void;
  readonly onTake: () => void;
}

/** Asks what the columns of a table hold. */
const Mapping = ({ read: { table, roles }, onRoles, onTake }: MappingProps) => {
  const { header, rows, problem } = table;
  const missing = ROLES.slice(0, 2).filter(([role]) => !roles.includes(role));
  const fault =
    problem ??
    (rows.length > MOST
      ? t('It has more than {most} rows: split it into several plans', { most: numberText(MOST) })
      : undefined) ??
    (missing.length > 0
      ? t('Choose the columns of: {columns}', { columns: missing.map(([, name]) => t(name)).join(', ') })
      : undefined);
  return (
    <div className={styles['mapping']}>
      <p>{t('What do its columns hold?')}</p>
      <div className={styles['columns']}>
        {roles.map((role, column) => (
          // Columns have no key but their place.
          <div key={column}>
            <Field label={header?.[column] ?? t('Column {column}', { column: column + 1 })}>
              <SelectInput
                value={role}
                onChange={(chosen) =>
                  onRoles(
                    roles.map((each, place) =>
                      place === column ? chosen : each === chosen && chosen !== 'none' ? 'none' : each,
                    ),
                  )
                }
                options={tOptions(ROLES)}
              />
            </Field>
            {rows.slice(0, SAMPLES).map((row, place) => (
              <p key={place} className={styles['sample']}>
                {row[column] ?? ''}
              </p>
            ))}
          </div>
        ))}
      </div>
      {fault !== undefined && (
        <p className={styles['bad']} role="alert">
          {fault}.
        </p>
      )}
      <Button disabled={fault !== undefined} onClick={onTake}>
        {plural(rows.length, { one: 'Take its row', other: 'Take its {count} rows' })}
      </Button>
    </div>
  );
};

/** Lines that were pasted elsewhere on the page, a new object each time. */
export interface PastedTable {
  readonly text: string;
}

interface ImportPanelProps {
  readonly onTake: (rows: RowDraft[]) => void;
  /** Opens the panel with these lines. */
  readonly pasted: PastedTable | undefined;
}

/** Takes rows from a file or from pasted lines, whatever a spreadsheet calls its columns. */
export const ImportPanel = ({ onTake, pasted }: ImportPanelProps) => {
  const id = useId();
  const panel = useRef<HTMLDetailsElement>(null);
  const [text, setText] = useState('');
  const [read, setRead] = useState<Read>();
  const take = async (given: string): Promise<void> => {
    setText(given);
    const table = given.trim() === '' ? undefined : await readTable(given);
    setRead(table && { table, roles: guessRoles(table) });
  };
  const takePasted = useEffectEvent((given: PastedTable) => {
    const details = panel.current;
    if (details === null) return;
    details.open = true;
    details.scrollIntoView({ block: 'nearest' });
    details.querySelector('textarea')?.focus({ preventScroll: true });
    void take(given.text);
  });
  useEffect(() => {
    if (pasted !== undefined) takePasted(pasted);
  }, [pasted]);
  const takeFile = async (file: File): Promise<void> => take(await file.text());
  const { isOver, zone } = useFileDrop((file) => void takeFile(file));
  return (
    <details ref={panel} className={styles['panel']}>
      <summary>{t('Import from a spreadsheet')}</summary>
      <div className={classes(styles['drop'], isOver && styles['over'])} {...zone}>
        <p className={styles['hint']}>
          {t(
            'A CSV file with columns of any names: comma, semicolon or tab between them, numbers with a decimal point or comma.',
          )}
        </p>
        <p className={styles['buttons']}>
          <label className={styles['file']}>
            <input
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file !== undefined) void takeFile(file);
                // Allows the same file to be chosen again after it was corrected.
                target.value = '';
              }}
            />
            <span>{t('Choose a file, or drop it here')}</span>
          </label>
          <Button small onClick={() => void saveFile(TEMPLATE, 'template.csv', 'text/csv')}>
            {t('Download a template')}
          </Button>
        </p>
        <label htmlFor={`${id}-text`}>{t('Or paste its lines')}</label>
        <textarea
          id={`${id}-text`}
          className={styles['text']}
          rows={4}
          spellCheck={false}
          value={text}
          onChange={({ target }) => void take(target.value)}
          placeholder={TEMPLATE}
        />
        {read !== undefined && (
          <Mapping
            read={read}
            onRoles={(roles) => setRead({ ...read, roles })}
            onTake={() => {
              onTake(rowsOf(read.table, read.roles));
              setText('');
              setRead(undefined);
            }}
          />
        )}
      </div>
    </details>
  );
};
