import { numberText, t } from '../language/text.js';
import { Button } from './button.js';
import { Row } from './layout.js';

interface RowsPagerProps {
  /** Index of the first row on show. */
  readonly first: number;
  /** Most rows that are in the document at once. */
  readonly size: number;
  readonly count: number;
  /** Goes to another page, from 0. */
  readonly onPage: (page: number) => void;
}

/** Returns the index of the first row of a page, from 0; of the last page where the list has become shorter. */
export const firstRowOf = (page: number, size: number, count: number): number =>
  Math.min(page, Math.max(0, Math.ceil(count / size) - 1)) * size;

/** Says which rows of a long list are on show, and goes to the others. Renders nothing where all are. */
export const RowsPager = ({ first, size, count, onPage }: RowsPagerProps) => {
  if (count <= size) return null;
  const page = first / size;
  return (
    <Row as="p" gap={10} align="center">
      <Button small disabled={first === 0} onClick={() => onPage(page - 1)}>
        {t('Earlier rows')}
      </Button>
      <span role="status">
        {t('{first} to {last} of {all}', {
          first: numberText(first + 1),
          last: numberText(Math.min(first + size, count)),
          all: numberText(count),
        })}
      </span>
      <Button small disabled={first + size >= count} onClick={() => onPage(page + 1)}>
        {t('Later rows')}
      </Button>
    </Row>
  );
};
