import { type ReactNode, useRef } from 'react';
import styles from '../payments/person-rows.module.css';
import { Button, classes } from '../ui/button.js';
import { Columns, shownBelow } from '../ui/layout.js';

interface PeopleColumnsProps {
  /** The people, each with a field. */
  readonly people: ReactNode;
  /** What comes of what is typed there. */
  readonly outcome: ReactNode;
  /** The words of the button that leads to the outcome on a phone, where it follows the people; undefined for no button. */
  readonly jump?: string | undefined;
}

/** Layout of a form about many people: what comes of it stays in view beside them, and on a phone one button leads to it. */
export const PeopleColumns = ({ people, outcome, jump }: PeopleColumnsProps) => {
  const place = useRef<HTMLDivElement>(null);
  return (
    <Columns widths="minmax(0, 1.75fr) minmax(0, 1fr)" gap={20} below={{ 900: { widths: 'minmax(0, 1fr)' } }}>
      {people}
      <div ref={place} className={styles['beside']}>
        {outcome}
      </div>
      {jump !== undefined && (
        <div className={classes(styles['jump'], shownBelow(900))}>
          <Button onClick={() => place.current?.scrollIntoView()}>{jump}</Button>
        </div>
      )}
    </Columns>
  );
};
