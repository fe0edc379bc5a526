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
  | 'label'
  | 'li'
  | 'nav'
  | 'ol'
  | 'p'
  | 'section'
  | 'span'
  | 'ul';

/** Spaces, pixels: one number, or a text as in CSS. */
type Space = number | string;

type LayoutProps<Of extends Tag, Extra> = Extra & {
  /** The element; a `div` by default. */
  readonly as?: Of;
  /** Space between the parts: one for rows and columns, or `8px 16px`. */
  readonly gap?: Space;
  /** Space around the parts. */
  readonly pad?: Space;
  /** Whether a line follows, unless it is the last of its list. */
  readonly isRuled?: boolean;
  /** For everything but the layout, such as colours. */
  readonly className?: string | undefined;
} & Omit<ComponentProps<Of>, 'className' | 'style'>;

/** What all of these have. */
interface Laid {
  readonly as?: Tag;
  readonly gap?: Space;
  readonly pad?: Space;
  readonly isRuled?: boolean;
  readonly className?: string;
}

const laidOut = (given: object, own: string | undefined, style: CSSProperties) => {
  const { as: Element = 'div', gap, pad, isRuled = false, className, ...rest } = given as Laid;
  const names = classes(own, isRuled && styles['ruled'], className);
  return <Element {...rest} className={names} style={{ gap, padding: pad, ...style }} />;
};

/** Parts below each other. */
export const Stack = <Of extends Tag = 'div'>({
  align,
  ...rest
}: LayoutProps<Of, { readonly align?: 'start' | 'end' }>) => laidOut(rest, styles['stack'], { justifyItems: align });

/** Parts beside each other, in as many lines as they need. */
export const Row = <Of extends Tag = 'div'>({
  align,
  justify,
  isLine = false,
  isInline = false,
  ...rest
}: LayoutProps<
  Of,
  {
    readonly align?: 'baseline' | 'center' | 'end' | 'start';
    readonly justify?: 'space-between' | 'end';
    /** Whether all parts share one line, however narrow it is. */
    readonly isLine?: boolean;
    /** Whether it is a part of a text. */
    readonly isInline?: boolean;
  }
>) =>
  laidOut(rest, styles['row'], {
    alignItems: align,
    justifyContent: justify,
    flexWrap: isLine ? 'nowrap' : undefined,
    display: isInline ? 'inline-flex' : undefined,
  });

/** Parts in columns: of equal width, as many beside each other as there is room for, unless their widths are given. */
export const Columns = <Of extends Tag = 'div'>({
  align = 'start',
  least = 190,
  widths = `repeat(auto-fit, minmax(min(100%, ${String(least)}px), 1fr))`,
  ...rest
}: LayoutProps<
  Of,
  {
    readonly align?: 'baseline' | 'center' | 'end' | 'start' | 'stretch';
    /** Least width of a part, pixels. */
    readonly least?: number;
    /** The widths of all columns, as in CSS. */
    readonly widths?: string;
  }
>) => laidOut(rest, styles['grid'], { alignItems: align, gridTemplateColumns: widths });

/** A main part and a narrower one beside it; on narrow screens one column. */
export const Split = <Of extends Tag = 'div'>({
  isSideFirst = false,
  ...rest
}: Omit<LayoutProps<Of, { readonly isSideFirst?: boolean }>, 'gap'>) =>
  laidOut(rest, classes(styles['split'], isSideFirst && styles['sideFirst']), {});
