import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEASUREMENTS } from '@weir/bench';
import { ROOT } from '../repository-files.js';
import { ELSEWHERE, MEASURED, NIGHTLY, OF_DATABASES, SCRIPTS, TOOLS, WRITERS } from './scripts.js';

describe('npm scripts', () => {
  it('have one test each that starts them', () => {
    const started = [
      ...[TOOLS, WRITERS, NIGHTLY, MEASURED, ELSEWHERE].flatMap((table) => Object.keys(table)),
      // Of measurements.e2e.spec.ts, with each row of the table.
      'bench',
      ...OF_DATABASES.map(([, script]) => script),
    ];
    expect(started.sort()).toEqual(Object.keys(SCRIPTS).sort());
  });

  it.each(Object.entries(MEASURED))('%s makes measurements of the table in tools/bench', (_script, names) => {
    expect(Object.keys(MEASUREMENTS)).toEqual(expect.arrayContaining([...names]));
  });

  it.each(Object.entries(ELSEWHERE))('%s is started by the spec that the table names', (_script, { spec, by }) => {
    expect(readFileSync(join(ROOT, spec), 'utf8')).toContain(by);
  });
});
