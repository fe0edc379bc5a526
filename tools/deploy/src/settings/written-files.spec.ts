import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { Environment as ApiEnvironment, loadConfig } from '@weir/api';
import { Environment as IndexerEnvironment } from '@weir/indexer';
import { describedSettings } from './described-settings.js';
import { envExample } from './env-example.js';
import { withSettingsTable } from './settings-table.js';
import { writtenFiles } from './written-files.js';

const textOf = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

describe('files with settings', () => {
  it.each(Object.entries(writtenFiles))('has %s as `npm run docs` writes it', (path, written) => {
    expect(written(textOf(path))).toBe(textOf(path));
  });

  it('is not written where its place is missing', () => {
    expect(() => withSettingsTable('# Operations')).toThrow('lacks the lines');
  });

  it('says of every setting what it means, in one line that fits a table', () => {
    const settings = [...describedSettings(ApiEnvironment), ...describedSettings(IndexerEnvironment)];
    for (const [name, { description }] of settings)
      expect([name, description]).toEqual([name, expect.stringMatching(/^[^|\n]{4,}[^.|\n]$/)]);
  });
});

describe('.env.example', () => {
  const values = parseEnv(envExample(ApiEnvironment));

  it('can be used as it is, and changes no default', () => {
    const required = { DATABASE_URL: values['DATABASE_URL'], BCH_NETWORK: 'chipnet' };
    expect(loadConfig(values)).toEqual(loadConfig(required));
  });

  it('has comments without the marks of Markdown', () => {
    const settings = envExample(IndexerEnvironment).split('\n\n').slice(1).join();
    expect(settings).toContain('what each permits: docs/operations.md#production');
    expect(settings).not.toMatch(/[`\]]/);
  });
});
