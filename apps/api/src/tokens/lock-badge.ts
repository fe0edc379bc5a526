import { escapeMarkup } from '../shared/escape-markup.js';

/** What a badge shows. */
export interface LockBadge {
  /** Decimal text. */
  readonly amount: string;
  readonly unit: string;
  /** Hundredths of a percent. */
  readonly share: number | undefined;
}

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });
/** Numbers below are exact enough for three digits; longer ones are cut to whole tokens before. */
const FULL = new Intl.NumberFormat('en', { maximumFractionDigits: 18 });

/** Pixels. */
const [HEIGHT, PADDING, CHARACTER, LABEL] = [24, 9, 7, 'Locked on Weir'] as const;
/** Longer symbols are cut: a badge has room for a word. */
const MAX_UNIT = 16;

const widthOf = (text: string): number => text.length * CHARACTER;

/** Shortens a number without ever showing more than there is. */
const shortened = (amount: string): string => {
  const [whole = '0'] = amount.split('.');
  if (whole.length < 5) return FULL.format(Number(amount));
  // All digits after the first three become 0, so that nothing is rounded up.
  return COMPACT.format(BigInt(whole.slice(0, 3) + '0'.repeat(whole.length - 3)));
};

/**
 * Draws a badge as SVG: text and rectangles, no script, nothing that is loaded. Its size follows from its text, and
 * `textLength` keeps the text inside with any font.
 */
export const drawLockBadge = ({ amount, unit, share }: LockBadge): string => {
  const percent = share === undefined ? '' : ` · ${(share / 100).toString()}%`;
  const value = `${shortened(amount)} ${unit.slice(0, MAX_UNIT)}${percent}`;
  const [left, right] = [widthOf(LABEL) + 2 * PADDING, widthOf(value) + 2 * PADDING];
  const text = (x: number, said: string): string =>
    `<text x="${x}" y="16" textLength="${widthOf(said)}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(said)}</text>`;
  const title = `${amount} ${unit} locked${percent}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${escapeMarkup(title)}">`,
    `<title>${escapeMarkup(title)}</title>`,
    `<rect width="${left + right}" height="${HEIGHT}" rx="5" fill="#0c2230"/>`,
    `<path d="M${left} 0h${right - 5}a5 5 0 0 1 5 5v${HEIGHT - 10}a5 5 0 0 1-5 5h-${right - 5}z" fill="#0a7f6b"/>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    text(PADDING, LABEL),
    text(left + PADDING, value),
    '</g></svg>',
  ].join('');
};
