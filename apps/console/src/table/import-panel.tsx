import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import type { ListProblem } from '@weir/merkle/lists';
import type { Asset } from '../format/amount.js';
import { plural, t } from '../language/text.js';
import { Button, classes } from '../ui/button.js';
import { useFileDrop } from '../ui/hooks.js';
import { Row, Stack } from '../ui/layout.js';
import { saveFile } from '../ui/save-file.js';
import type * as columns from './columns.js';
import type { ImportedList, ImportUnit } from './columns.js';
import styles from './import-panel.module.css';
import { columnNames, ColumnPicker, type ColumnRole, EncodingNote, ListProblems, MarkQuestion } from './list-parts.js';
import { listProblemText, listUnit } from './problem-text.js';
import type { RowDraft } from './row-draft.js';

const TEMPLATE = 'Name,Address,Amount\nAda,bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy,1.5\n';
const ROLES = ['address', 'amount', 'label', 'start', 'end', 'cliff', 'step'] as const;

/** What reads lists: loaded when it is needed. */
type Reader = typeof columns;

interface Read {
  readonly reader: Reader;
  readonly list: ImportedList;
}

interface MappingProps {
  readonly read: Read;
  readonly unit: ImportUnit;
  readonly of: Asset;
  readonly onList: (list: ImportedList) => void;
  readonly onTake: (rows: readonly RowDraft[]) => void;
}

/** Shows what the columns of a list hold, asks what it leaves open, and lists what is wrong with its rows. */
const Mapping = ({ read: { reader, list }, unit, of, onList, onTake }: MappingProps) => {
  const { table, roles } = list;
  const { inBch, decimals } = unit;
  const questions = reader.questionsOf(list, inBch);
  const isMapped = roles.includes('address') && roles.includes('amount');
  const { rows, problems, count } = useMemo(
    () => (isMapped ? reader.rowsOf(list, { inBch, decimals }) : { rows: [], problems: [], count: 0 }),
    [reader, list, isMapped, inBch, decimals],
  );
  const [first] = problems;
  const shown = (): React.ReactNode => {
    if (first?.code === 'AMBIGUOUS_AMOUNTS')
      return <MarkQuestion problem={first} of={of} onMark={(mark) => onList({ ...list, mark })} />;
    return count > 0 ? <ListProblems problems={problems} count={count} of={of} /> : null;
  };
  return (
    <Stack gap={12} align="start">
      <p>
        {t('What do its columns hold?')} {t('Amounts are in {unit}.', { unit: listUnit(of) })}
      </p>
      <EncodingNote encoding={table.encoding} />
      <ColumnPicker
        names={columnNames(table.head.header, table.head.width)}
        sample={table.head.sample}
        roles={roles}
        choices={ROLES}
        onRoles={(chosen: readonly ColumnRole[]) => onList({ ...list, roles: chosen })}
      />
      {questions.map((question, place) => (
        <p key={place} className={styles['bad']} role="alert">
          {listProblemText(question, of)}.
        </p>
      ))}
      {shown()}
      <Button disabled={!isMapped || count > 0} onClick={() => onTake(rows)}>
        {plural(table.rows.length, { one: 'Import its row', other: 'Import its {count} rows' })}
      </Button>
    </Stack>
  );
};

/** Lines that were pasted elsewhere on the page, a new object each time. */
export interface PastedTable {
  readonly text: string;
}

interface ImportPanelProps {
  /** The asset of the amounts, and their unit. */
  readonly of: Asset;
  readonly unit: ImportUnit;
  readonly onTake: (rows: readonly RowDraft[]) => void;
  /** Opens the panel with these lines. */
  readonly pasted: PastedTable | undefined;
}

/** Takes rows from a file or from pasted lines, with any names of columns. */
export const ImportPanel = ({ of, unit, onTake, pasted }: ImportPanelProps) => {
  const id = useId();
  const panel = useRef<HTMLDetailsElement>(null);
  const [text, setText] = useState('');
  const [read, setRead] = useState<Read>();
  const [problem, setProblem] = useState<ListProblem>();
  const take = async (given: Uint8Array | string): Promise<void> => {
    setText(typeof given === 'string' ? given : '');
    setRead(undefined);
    setProblem(undefined);
    if (given.length === 0) return;
    const reader = await import('./columns.js');
    try {
      setRead({ reader, list: reader.readImport(given, unit.inBch) });
    } catch (error) {
      if (!(error instanceof reader.ListError)) throw error;
      setProblem(error.problems[0]);
    }
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
  const takeFile = async (file: File): Promise<void> => take(new Uint8Array(await file.arrayBuffer()));
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
        <Row as="p" gap={10} align="center">
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
        </Row>
        <label htmlFor={`${id}-text`}>{t('Or paste its lines')}</label>
        <pre id={`${id}-example`} className={styles['example']} dir="ltr" lang="en">
          {TEMPLATE}
        </pre>
        <textarea
          id={`${id}-text`}
          className={styles['text']}
          rows={4}
          spellCheck={false}
          value={text}
          onChange={({ target }) => void take(target.value)}
          aria-describedby={`${id}-example`}
        />
        {problem !== undefined && (
          <p className={styles['bad']} role="alert">
            {problem.line > 0 && t('Line {line}', { line: problem.line })} {listProblemText(problem, of)}.
          </p>
        )}
        {read !== undefined && (
          <Mapping
            read={read}
            unit={unit}
            of={of}
            onList={(list) => setRead({ ...read, list })}
            onTake={(rows) => {
              onTake(rows);
              setText('');
              setRead(undefined);
            }}
          />
        )}
      </div>
    </details>
  );
};
