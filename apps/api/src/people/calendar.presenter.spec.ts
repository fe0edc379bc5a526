import type { CalendarEntry } from '@weir/services';
import { presentCalendar } from './calendar.presenter.js';

const entry = (title: string): CalendarEntry => ({
  at: 1_767_225_600,
  amount: 150_000_000n,
  continuous: false,
  direction: 'in',
  id: '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2',
  displayId: '#WEIR-BCH-000001',
  title,
  tokenCategory: null,
});

/** Where Python's `str.splitlines`, and readers that use it, end a line. */
const PYTHON_LINES = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/u;
/** A content line of RFC 5545, 3.1. */
const CONTENT_LINE = /^[A-Z][A-Z0-9-]*(;[A-Z0-9-]+=("[^"]*"|[^;:",]*))*:[^\p{Cc}\u2028\u2029]*$/u;

/** Reads a calendar strictly: every line must be a content line, and every part must end where it began. @returns the summaries */
const readStrictly = (text: string): string[] => {
  if (text !== Buffer.from(text, 'utf8').toString('utf8')) throw new Error('It is not UTF-8');
  const lines = text
    .replaceAll(/\r\n[ \t]/gu, '')
    .replace(/\r\n$/u, '')
    .split(PYTHON_LINES);
  const open: string[] = [];
  const summaries: string[] = [];
  for (const line of lines) {
    if (!CONTENT_LINE.test(line)) throw new Error(`Not a content line: ${JSON.stringify(line)}`);
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1);
    if (name === 'BEGIN') open.push(value);
    if (name === 'END' && open.pop() !== value) throw new Error(`Nothing begins ${value}`);
    if (name === 'SUMMARY') summaries.push(value.replaceAll(/\\([\\;,])/gu, '$1'));
  }
  if (open.length > 0) throw new Error(`${open.join()} does not end`);
  return summaries;
};

describe('presentCalendar', () => {
  it('gives one content line for any character of a title', () => {
    const codes = [
      ...Array.from({ length: 0x100 }, (_, code) => code),
      ...Array.from({ length: 0x70 }, (_, index) => 0x2000 + index),
      ...[0x61c, 0x180e, 0x3000, 0xd800, 0xdbff, 0xdc00, 0xdfff, 0xfeff, 0xfff9, 0xfffe, 0xffff],
    ];
    const titles = codes.map((code) => `Rent${String.fromCharCode(code)}May`);
    const summaries = readStrictly(presentCalendar('bchtest:qq', titles.map(entry)));
    expect(summaries).toHaveLength(titles.length);
    for (const summary of summaries) expect(summary).toMatch(/^You can claim 1\.5 BCH · Rent.{0,2}May$/u);
  });

  it('gives one content line for titles that are folded anywhere', () => {
    const hostile = ['\u0085', '\u2028', '\v', '\r\n', '\n', '\u202e', '\ud83c', '🎉', 'é', ';', ',', '\\', ':', '"'];
    // A sequence of its own for each length: every character is at a fold once.
    const titles = Array.from({ length: 120 }, (_, length) =>
      Array.from({ length }, (_each, at) => hostile[(at * 7 + length) % hostile.length]).join('x'),
    );
    expect(readStrictly(presentCalendar('bchtest:qq', titles.map(entry)))).toHaveLength(titles.length);
  });

  it('lets a title begin no property and no event', () => {
    const [summary] = readStrictly(
      presentCalendar('bchtest:qq', [entry('x\r\nEND:VEVENT\u2028BEGIN:VALARM\u0085ATTACH:https://evil.example')]),
    );
    expect(summary).toBe('You can claim 1.5 BCH · x  END:VEVENT BEGIN:VALARM ATTACH:https://evil.example');
  });
});
