import type { ButtonHTMLAttributes, MouseEvent } from 'react';
import styles from './button.module.css';
import { classes } from './classes.js';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `main` is the one thing to do here; there is one at most. */
  readonly look?: 'main' | 'plain' | 'quiet' | 'danger';
  readonly small?: boolean;
}

/** A button. One that is disabled does nothing, and keeps the keyboard where it is: what it does ends, and it can be pressed again. */
export const Button = ({
  look = 'plain',
  small = false,
  className,
  type = 'button',
  disabled = false,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    type={type}
    className={classes(styles['button'], styles[look], small && styles['small'], className)}
    {...rest}
    aria-disabled={disabled || undefined}
    onClick={(event: MouseEvent<HTMLButtonElement>) => {
      // Nothing is submitted, either.
      if (disabled) event.preventDefault();
      else onClick?.(event);
    }}
  />
);

/** The look of a button for what is a link. */
export const buttonClass = (look: NonNullable<ButtonProps['look']> = 'plain', small = false): string =>
  classes(styles['button'], styles[look], small && styles['small']);
