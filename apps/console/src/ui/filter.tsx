import type { ComponentProps, ReactNode } from 'react';
import styles from './filter.module.css';
import { Stack } from './layout.js';

interface FilterProps extends Pick<ComponentProps<typeof Stack<'label'>>, 'below'> {
  readonly label: string;
  readonly children: ReactNode;
}

/** A field above a list, smaller than those of forms. */
export const Filter = ({ label, below, children }: FilterProps) => (
  <Stack as="label" gap={4} content="end" below={below} className={styles['filter']}>
    <span className={styles['label']}>{label}</span>
    {children}
  </Stack>
);
