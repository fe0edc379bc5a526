import { type ReactNode, useState } from 'react';
import { numberText, t } from '../language/text.js';
import { Button } from './button.js';

interface FirstRows<Row> {
  readonly shown: readonly Row[];
  /** The button that shows the others; nothing where there are none. */
  readonly others: ReactNode;
}

/** Returns the first rows of a list, so that a long one does not push away what follows it; all of them once they are asked for. */
export const useFirstRows = <Row,>(rows: readonly Row[], most: number): FirstRows<Row> => {
  const [isWhole, setWhole] = useState(false);
  if (isWhole || rows.length <= most) return { shown: rows, others: null };
  return {
    shown: rows.slice(0, most),
    others: (
      <Button small onClick={() => setWhole(true)}>
        {t('Show all {count}', { count: numberText(rows.length) })}
      </Button>
    ),
  };
};
