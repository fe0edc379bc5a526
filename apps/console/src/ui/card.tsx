import { Progress as Bar } from '@base-ui/react/progress';
import { type ReactNode, useId } from 'react';
import { t } from '../language/text.js';
import styles from './card.module.css';
import { Guarded } from './guarded.js';
import { Cell, Row, row, Stack } from './layout.js';
import { Skeleton } from './skeleton.js';

/** A section of a page with a heading. */
export const Card = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => {
  const id = useId();
  return (
    <Stack
      as="section"
      content="start"
      gap={16}
      pad={20}
      below={{ 480: { pad: 16 } }}
      className={styles['card']}
      aria-labelledby={id}
    >
      <Row gap={8} align="center" justify="space-between">
        <h2 id={id}>{title}</h2>
        {aside}
      </Row>
      <Guarded>{children}</Guarded>
    </Stack>
  );
};

/** A part of a section, with a heading and without a frame of its own. */
export const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => {
  const id = useId();
  return (
    <Stack as="section" gap={16} align="start" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Guarded>{children}</Guarded>
    </Stack>
  );
};

/** A name and its value. */
export type Fact = readonly [name: string, value: ReactNode];

const hasValue = ([, value]: Fact): boolean => value !== undefined && value !== null && value !== false && value !== '';

/** A list of names and values, without those that have none: false, null or an empty text. */
export const Facts = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <Stack as="dl">
    {facts.filter(hasValue).map(([name, value], index) => (
      // Names repeat in lists of steps.
      <div key={`${name} ${index}`} className={styles['fact']}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </Stack>
);

interface FiguresProps {
  readonly label: string;
  /** Names and values; undefined values are still loading. */
  readonly figures: readonly Fact[];
}

/** Shows a record's main figures. */
export const Figures = ({ label, figures }: FiguresProps) => (
  <dl className={styles['figures']} aria-label={label}>
    {figures.map(([name, value]) => (
      <Cell
        key={name}
        content="start"
        gap={2}
        pad="14px 16px"
        basis="150px"
        below={{ 480: { pad: '10px 11px', basis: 'calc(50% - 1px)' } }}
        className={styles['figure']}
      >
        <dt>{name}</dt>
        <dd>{value ?? <Skeleton />}</dd>
      </Cell>
    ))}
  </dl>
);

/** A progress bar. @param percent 0 to 100 @param what its subject, for screen readers */
export const Progress = ({ percent, what }: { readonly percent: number; readonly what: string }) => (
  <Bar.Root
    value={percent}
    {...row({ isLine: true, align: 'center', gap: 8 })}
    aria-label={t('{what}: progress', { what })}
  >
    <Bar.Track className={styles['track']}>
      <Bar.Indicator className={styles['done']} />
    </Bar.Track>
    <span className={styles['text']} aria-hidden="true">
      {Math.floor(percent)}%
    </span>
  </Bar.Root>
);
