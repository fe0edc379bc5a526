import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import styles from './button.module.css';

/** Joins class names, without false and undefined ones. */
export const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `main` marks the primary action, of which there is at most one. */
  readonly look?: 'main' | 'plain' | 'quiet' | 'danger';
  readonly small?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button. While disabled it keeps the focus (`aria-disabled`), so that it can be pressed again when its action has ended. */
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
      // A disabled submit button does not submit its form.
      if (disabled) event.preventDefault();
      else onClick?.(event);
    }}
  />
);

/** Returns the class names of a button, for links that look like one. */
export const buttonClass = (look: NonNullable<ButtonProps['look']> = 'plain', small = false): string =>
  classes(styles['button'], styles[look], small && styles['small']);
