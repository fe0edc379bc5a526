import { MAX_AMOUNT } from '@weir/kinds';
import { LIST_CASES, listFile } from '@weir/testing/lists';
import { cashAddresses } from '../whitelist/address-reader.js';
import { readWhitelistCsv } from '../whitelist/packed-rows.js';
import type { WhitelistHead } from '../whitelist/whitelist-csv.js';
import { chooseColumns, columnName, type ListHead } from './index.js';
import { ListError } from './list-error.js';
import { IN_BCH } from './list-problem.js';
import { cellOf, readAmounts, readTable } from './read-table.js';

const askedIn = (head: ListHead) =>
  chooseColumns(head, true).questions.map(({ role, candidates }) => ({
    role,
    candidates: candidates.map((column) => columnName(head, column)),
  }));

describe('a file of recipients', () => {
  it.each(LIST_CASES)('$file is read as a table', ({ file, rows, asked, encoding, badLines }) => {
    const table = readTable(listFile(file));
    expect(table.encoding).toBe(encoding ?? 'utf-8');
    expect(askedIn(table.head)).toEqual(asked ?? []);
    const { columns } = chooseColumns(table.head, true);
    if (columns.amount === undefined) return;
    const { amounts, problem } = readAmounts(table.rows, columns.amount, 8);
    expect(problem).toBeUndefined();
    const found = table.rows.map((row, i) => ({
      line: row.line,
      label: cellOf(row, columns.label),
      units: amounts[i]?.status === 'ok' ? amounts[i].units : undefined,
    }));
    if (asked === undefined) {
      expect(found.filter(({ units }) => units === undefined).map(({ line }) => line)).toEqual(badLines ?? []);
      if (badLines === undefined)
        expect(found.map(({ label, units }) => [label, units])).toEqual(
          rows?.map(({ label = '', units }) => [label, units]),
        );
    }
  });

  it.each(LIST_CASES)('$file is read as a list', ({ file, rows, asked, badLines }) => {
    let head: WhitelistHead | undefined;
    const read = () =>
      readWhitelistCsv([listFile(file)], {
        readAddress: cashAddresses('bchtest'),
        unit: IN_BCH,
        minAmount: 546n,
        pool: MAX_AMOUNT,
        onHead: (found) => (head = found),
      });
    if (asked === undefined && badLines === undefined) {
      const { count, total } = read();
      expect([count, total]).toEqual([rows?.length, rows?.reduce((sum, { units }) => sum + units, 0n)]);
      return;
    }
    let refusal: unknown;
    try {
      read();
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(ListError);
    const problems = refusal instanceof ListError ? refusal.problems : [];
    expect(head).toBeDefined();
    if (asked !== undefined)
      expect(problems.map((problem) => (problem.code === 'COLUMNS' ? problem.candidates : problem))).toEqual(
        asked.map(({ candidates }) => candidates),
      );
    else expect(problems.map(({ code, line }) => [code, line])).toEqual(badLines?.map((line) => ['BAD_AMOUNT', line]));
  });
});
