import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';
import { classes } from './classes.js';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `main` is the one thing to do here; there is one at most. */
  readonly look?: 'main' | 'plain' | 'quiet' | 'danger';
  readonly small?: boolean;
}

export const Button = ({ look = 'plain', small = false, className, type = 'button', ...rest }: ButtonProps) => (
  <button
    type={type}
    className={classes(styles['button'], styles[look], small && styles['small'], className)}
    {...rest}
  />
);

/** The look of a button for what is a link. */
export const buttonClass = (look: NonNullable<ButtonProps['look']> = 'plain', small = false): string =>
  classes(styles['button'], styles[look], small && styles['small']);
