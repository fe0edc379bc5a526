import type { DecimalMark } from '@weir/merkle/amounts';
import type { ListEncoding, ListProblem, Role } from '@weir/merkle/lists';
import { asShown, type Asset } from '../format/amount.js';
import { type Message, msg, numberText, plural, t, tOptions } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Field, SelectInput } from '../ui/field.js';
import { Row } from '../ui/layout.js';
import styles from './list-parts.module.css';
import { ambiguityText, listProblemText } from './problem-text.js';

/** What a column of a list holds. */
export type ColumnRole = Role | 'none';

const ROLE_NAMES: readonly (readonly [ColumnRole, Message])[] = [
  ['address', msg('Address')],
  ['amount', msg('Amount')],
  ['label', msg('Name')],
  ['start', msg('Start')],
  ['end', msg('End')],
  ['cliff', msg('Cliff')],
  ['step', msg('Step in seconds')],
  ['none', msg('Not used')],
];

/** How many rows show what the columns hold. */
export const SHOWN_ROWS = 3;

interface ColumnPickerProps {
  readonly names: readonly string[];
  /** The first rows. */
  readonly sample: readonly (readonly string[])[];
  readonly roles: readonly ColumnRole[];
  /** The roles that can be chosen beside `none`. */
  readonly choices: readonly Role[];
  readonly onRoles: (roles: readonly ColumnRole[]) => void;
}

/** Shows what the columns of a list hold above its first rows, and lets people change it. */
export const ColumnPicker = ({ names, sample, roles, choices, onRoles }: ColumnPickerProps) => {
  const options = tOptions(ROLE_NAMES.filter(([role]) => role === 'none' || choices.includes(role)));
  // A column has one role, and a role one column.
  const choose = (chosen: ColumnRole, column: number): void =>
    onRoles(
      names.map((_, place) => {
        const role = roles[place] ?? 'none';
        if (place === column) return chosen;
        return role === chosen ? 'none' : role;
      }),
    );
  return (
    <div className={styles['columns']}>
      {names.map((name, column) => (
        // Columns have no key but their place.
        <div key={column}>
          <Field label={name}>
            <SelectInput
              value={roles[column] ?? 'none'}
              onChange={(chosen) => choose(chosen, column)}
              options={options}
            />
          </Field>
          {sample.slice(0, SHOWN_ROWS).map((row, place) => (
            <p key={place} className={styles['sample']}>
              {row[column] ?? ''}
            </p>
          ))}
        </div>
      ))}
    </div>
  );
};

/** Names the columns of a list as people see them: by their header, else by their place. */
export const columnNames = (header: readonly string[] | undefined, width: number): readonly string[] =>
  Array.from({ length: width }, (_, column) => {
    const name = header?.[column] ?? '';
    return name === '' ? t('Column {column}', { column: column + 1 }) : name;
  });

/** Says how a list was decoded, where names in it may be wrong; null where nothing is to be said. */
export const EncodingNote = ({ encoding }: { readonly encoding: ListEncoding }) =>
  encoding === 'windows-1252' ? (
    <p className={styles['note']}>
      {t('The file is not UTF-8. It is read as Windows-1252: check the letters with accents.')}
    </p>
  ) : null;

type Ambiguity = Extract<ListProblem, { readonly code: 'AMBIGUOUS_AMOUNTS' }>;

interface MarkQuestionProps {
  readonly problem: Ambiguity;
  readonly of: Asset;
  readonly onMark: (mark: DecimalMark) => void;
}

/** Asks which decimal mark the amounts of a list have. */
export const MarkQuestion = ({ problem, of, onMark }: MarkQuestionProps) => (
  <div className={styles['question']} role="alert">
    <p>
      {problem.line > 0 && <strong>{t('Line {line}', { line: numberText(problem.line) })}</strong>}{' '}
      {ambiguityText(problem, of)}.
    </p>
    <Row as="p" gap={10}>
      {problem.choices.map(({ mark, plain }) => (
        <Button key={mark} small onClick={() => onMark(mark)}>
          {asShown(plain)}
        </Button>
      ))}
    </Row>
  </div>
);

interface ListProblemsProps {
  readonly problems: readonly ListProblem[];
  /** Of all problems, of which the first are listed. */
  readonly count: number;
  readonly of: Asset;
}

/** Lists the problems of a list, line by line. */
export const ListProblems = ({ problems, count, of }: ListProblemsProps) => (
  <div className={styles['wrong']} role="alert">
    <p>
      <strong>{plural(count, { one: 'One line is wrong.', other: '{count} lines are wrong.' })}</strong>{' '}
      {t('Correct the file, then choose it again.')}
    </p>
    <ul className={styles['problems']} tabIndex={0} aria-label={t('Problems')}>
      {problems.map((problem, place) => (
        <li key={place}>
          {problem.line > 0 && (
            <span className={styles['line']}>{t('Line {line}', { line: numberText(problem.line) })}</span>
          )}{' '}
          {listProblemText(problem, of)}
        </li>
      ))}
    </ul>
    {count > problems.length && <p>{t('And {count} more.', { count: numberText(count - problems.length) })}</p>}
  </div>
);
