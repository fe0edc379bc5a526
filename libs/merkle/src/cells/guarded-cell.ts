/**
 * What spreadsheets take for a formula: a sign at the start, in the forms that spreadsheets of some languages read as the same,
 * after characters that they skip; and a tab or line break at the start, which some drop (OWASP, CSV injection).
 */
const FORMULA = String.raw`(?:[\s\p{C}]*[=＝﹦⁼₌+＋﹢⁺₊\-－﹣⁻₋−@＠﹫|｜]|[\t\r\n])`;
const UNGUARDED = new RegExp(`^'*${FORMULA}`, 'u');
const GUARDED = new RegExp(`^'+${FORMULA}`, 'u');

/** Puts an apostrophe before a text that a spreadsheet could take for a formula. {@link unguardedText} takes it away again. */
export const guardedCell = (text: string): string => (UNGUARDED.test(text) ? `'${text}` : text);

/** Returns the text of a cell without the apostrophe that {@link guardedCell}, or a spreadsheet, puts before a formula. */
export const unguardedText = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);
