import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../repository-files.js';
import { ELSEWHERE, MEASUREMENTS, NIGHTLY, OF_DATABASES, SCRIPTS, TOOLS, WRITERS } from './scripts.js';

describe('npm scripts', () => {
  it('have one test each that starts them', () => {
    const started = [
      ...[TOOLS, WRITERS, NIGHTLY, MEASUREMENTS, ELSEWHERE].flatMap((table) => Object.keys(table)),
      ...OF_DATABASES.map(([, script]) => script),
    ];
    expect(started.sort()).toEqual(Object.keys(SCRIPTS).sort());
  });

  it.each(Object.entries(ELSEWHERE))('%s is started by the spec that the table names', (_script, { spec, by }) => {
    expect(readFileSync(join(ROOT, spec), 'utf8')).toContain(by);
  });
});
