import type { ComponentProps, CSSProperties } from 'react';
import { classes } from './button.js';
import styles from './layout.module.css';

/** Elements that lay out others. */
type Tag =
  | 'dd'
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
  | 'small'
  | 'span'
  | 'strong'
  | 'ul';

/** Spaces, pixels: one number, or a text as in CSS. */
type Space = number | string;

/** Widths of the window below which a layout may differ, pixels; each has its part in `layout.module.css`. */
const WIDTHS = [1_360, 900, 720, 600, 480, 360] as const;

type Width = (typeof WIDTHS)[number];

/** Where an element is among the columns of its parent, and how its own parts are laid out. */
interface Shape {
  /** Space between the parts: one for rows and columns, or `8px 16px`. */
  readonly gap?: Space;
  /** Space around the parts. */
  readonly pad?: Space;
  /** Its columns in those of its parent, as in CSS: `2`, or `1 / -1` for all. */
  readonly column?: Space;
  /** Its rows there. */
  readonly row?: Space;
  /** At which side of its place it is. */
  readonly self?: 'center' | 'end' | 'start' | 'stretch';
  /** Its least part of a row's line, such as `100%` for a line of its own. */
  readonly basis?: string;
  /** Where its lines are, if it is higher than they are. */
  readonly content?: 'center' | 'end' | 'start';
}

interface RowShape extends Shape {
  readonly align?: 'baseline' | 'center' | 'end' | 'start';
}

interface ColumnsShape extends Shape {
  readonly align?: 'baseline' | 'center' | 'end' | 'start' | 'stretch';
  /** The widths of all columns, as in CSS. */
  readonly widths?: string;
  /** The heights of its rows. */
  readonly heights?: string;
}

/** A layout, and what differs below some widths of the window: each difference holds below narrower ones, too. */
type Layout<Of extends Shape> = Of & {
  readonly below?: Readonly<Partial<Record<Width, Of>>>;
  /** Whether a line follows, unless it is the last of its list. */
  readonly isRuled?: boolean;
  /** For everything but the layout, such as colours. */
  readonly className?: string | undefined;
};

type StackLayout = Layout<Shape> & { readonly align?: 'center' | 'end' | 'start' };

type RowLayout = Layout<RowShape> & {
  readonly justify?: 'space-between' | 'end';
  /** Whether all parts share one line, however narrow it is. */
  readonly isLine?: boolean;
  /** Whether it is a part of a text. */
  readonly isInline?: boolean;
};

type ColumnsLayout = Layout<ColumnsShape> & {
  /** Least width of a part where no widths are given, pixels. */
  readonly least?: number;
};

type LayoutProps<Of extends Tag, Own> = Own & {
  /** The element; a `div` by default. */
  readonly as?: Of;
} & Omit<ComponentProps<Of>, 'className' | 'style'>;

/** The CSS property of each part of a shape. */
const PROPERTIES = {
  gap: 'gap',
  pad: 'padding',
  align: 'alignItems',
  content: 'alignContent',
  widths: 'gridTemplateColumns',
  heights: 'gridTemplateRows',
  column: 'gridColumn',
  row: 'gridRow',
  self: 'justifySelf',
  basis: 'flexBasis',
} as const;

const NAMES = Object.keys(PROPERTIES) as readonly (keyof typeof PROPERTIES)[];

/** Writes a shape as variables, of which the style sheet takes those of the window's width. None are inherited. */
const variablesOf = (shape: ColumnsShape, width: Width | ''): (readonly [name: string, value: string])[] =>
  NAMES.map((name) => {
    const value = shape[name] ?? 'initial';
    const isLength = typeof value === 'number' && (name === 'gap' || name === 'pad');
    return [`--${name}${String(width)}`, `${String(value)}${isLength ? 'px' : ''}`];
  });

/** What lays an element out. */
interface Laid {
  readonly className: string;
  readonly style: CSSProperties;
}

/** @param own class of this kind of layout @param fixed what is the same at every width */
const laidOut = (
  { below, isRuled = false, className, ...shape }: Layout<ColumnsShape>,
  own?: string,
  fixed: CSSProperties = {},
): Laid => {
  const names = [own, isRuled && styles['ruled'], className];
  if (below === undefined) {
    const style: CSSProperties = Object.fromEntries(NAMES.map((name) => [PROPERTIES[name], shape[name]]));
    return { className: classes(...names), style: { ...style, ...fixed } };
  }
  const variables = variablesOf(shape, '');
  let current: ColumnsShape = shape;
  for (const width of WIDTHS) {
    if (below[width] === undefined) continue;
    current = { ...current, ...below[width] };
    variables.push(...variablesOf(current, width));
    names.push(styles[`below${String(width)}`]);
  }
  const style: CSSProperties = Object.fromEntries(variables);
  return { className: classes(styles['adapts'], ...names), style: { ...style, ...fixed } };
};

/** Makes the element of a layout from all that it was given. */
const element = (given: object, own?: string, fixed?: CSSProperties) => {
  const {
    as: Element = 'div',
    below,
    isRuled,
    className,
    ...others
  } = given as Layout<ColumnsShape> & { readonly as?: Tag };
  const { gap, pad, align, content, widths, heights, column, row, self, basis, ...rest } = others;
  const shape = { gap, pad, align, content, widths, heights, column, row, self, basis };
  return <Element {...rest} {...laidOut({ ...shape, below, isRuled, className }, own, fixed)} />;
};

/** Parts below each other. */
export const Stack = <Of extends Tag = 'div'>({ align, ...rest }: LayoutProps<Of, StackLayout>) =>
  element(rest, styles['stack'], { justifyItems: align });

/** What lays out the parts of an element of another kind, such as a link, as `Stack` does. */
export const stack = ({ align, ...layout }: StackLayout): Laid =>
  laidOut(layout, styles['stack'], { justifyItems: align });

/** What a row has at every width. */
const lineOf = ({
  justify,
  isLine = false,
  isInline = false,
}: Omit<RowLayout, keyof Layout<RowShape>>): CSSProperties => ({
  justifyContent: justify,
  flexWrap: isLine ? 'nowrap' : undefined,
  display: isInline ? 'inline-flex' : undefined,
});

/** Parts beside each other, in as many lines as they need. */
export const Row = <Of extends Tag = 'div'>({ justify, isLine, isInline, ...rest }: LayoutProps<Of, RowLayout>) =>
  element(rest, styles['row'], lineOf({ justify, isLine, isInline }));

/** What lays out the parts of an element of another kind as `Row` does. */
export const row = ({ justify, isLine, isInline, ...layout }: RowLayout): Laid =>
  laidOut(layout, styles['row'], lineOf({ justify, isLine, isInline }));

/** Gives columns the widths that they have by default. */
const withWidths = <Of extends ColumnsLayout>({
  align = 'start',
  least = 190,
  widths = `repeat(auto-fit, minmax(min(100%, ${String(least)}px), 1fr))`,
  ...rest
}: Of) => ({ ...rest, align, widths });

/** Parts in columns: of equal width, as many beside each other as there is room for, unless their widths are given. */
export const Columns = <Of extends Tag = 'div'>(given: LayoutProps<Of, ColumnsLayout>) =>
  element(withWidths(given), styles['grid']);

/** What lays out the parts of an element of another kind as `Columns` does. */
export const columns = (layout: ColumnsLayout): Laid => laidOut(withWidths(layout), styles['grid']);

/** A part of a layout whose own place in it is given. */
export const Cell = <Of extends Tag = 'div'>(given: LayoutProps<Of, Layout<Shape>>) => element(given);

/** What gives an element of another kind its place, as `Cell` does. */
export const cell = (layout: Layout<Shape>): Laid => laidOut(layout);

/** A main part and a narrower one beside it; on narrow screens one column. */
export const Split = <Of extends Tag = 'div'>({
  isSideFirst = false,
  ...rest
}: Omit<LayoutProps<Of, { readonly isSideFirst?: boolean } & Pick<Layout<Shape>, 'className'>>, 'gap'>) =>
  element(rest, classes(styles['split'], isSideFirst && styles['sideFirst']));

/** Class of what is not shown where the window is narrower than this, pixels. */
export const hiddenBelow = (width: Width): string => styles[`hiddenBelow${String(width)}`] ?? '';

/** Class of what is shown only where the window is narrower than this, pixels. */
export const shownBelow = (width: Width): string => styles[`shownBelow${String(width)}`] ?? '';

/** Class of a layout whose parts join those of its parent where the window is at least this wide, pixels. */
export const joinedFrom = (width: 900): string => styles[`joinedFrom${String(width)}`] ?? '';
