import type { ComponentProps, CSSProperties } from 'react';
import { classes } from './button.js';
import styles from './layout.module.css';

/** Elements that lay out others. */
type Tag =
  | 'div'
  | 'dl'
  | 'fieldset'
  | 'form'
  | 'footer'
  | 'header'
  | 'li'
  | 'nav'
  | 'ol'
  | 'p'
  | 'section'
  | 'span'
  | 'ul';

type LayoutProps<Of extends Tag, Extra> = Extra & {
  /** The element; a `div` by default. */
  readonly as?: Of;
  /** Space between the parts, pixels: one number, or one for rows and one for columns. */
  readonly gap?: number | string;
} & Omit<ComponentProps<Of>, 'className' | 'style'>;

const laidOut = (as: Tag | undefined, rest: object, className: string, style: CSSProperties) => {
  const Element: Tag = as ?? 'div';
  return <Element {...rest} className={className} style={style} />;
};

/** Parts below each other. */
export const Stack = <Of extends Tag = 'div'>({
  as,
  gap,
  align,
  ...rest
}: LayoutProps<Of, { readonly align?: 'start' | 'end' }>) =>
  laidOut(as, rest, classes(styles['stack']), { gap, justifyItems: align });

/** Parts beside each other, in as many lines as they need. */
export const Row = <Of extends Tag = 'div'>({
  as,
  gap,
  align,
  justify,
  ...rest
}: LayoutProps<
  Of,
  { readonly align?: 'baseline' | 'center' | 'end' | 'start'; readonly justify?: 'space-between' | 'end' }
>) => laidOut(as, rest, classes(styles['row']), { gap, alignItems: align, justifyContent: justify });

/** Parts of equal width, as many beside each other as there is room for. */
export const Columns = <Of extends Tag = 'div'>({
  as,
  gap,
  least = 190,
  ...rest
}: LayoutProps<
  Of,
  {
    /** Least width of a part, pixels. */
    readonly least?: number;
  }
>) =>
  laidOut(as, rest, classes(styles['columns']), {
    gap,
    gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${String(least)}px), 1fr))`,
  });

/** A main part and a narrower one beside it; on narrow screens one column. */
export const Split = <Of extends Tag = 'div'>({
  as,
  isSideFirst = false,
  ...rest
}: Omit<LayoutProps<Of, { readonly isSideFirst?: boolean }>, 'gap'>) =>
  laidOut(as, rest, classes(styles['split'], isSideFirst && styles['sideFirst']), {});
