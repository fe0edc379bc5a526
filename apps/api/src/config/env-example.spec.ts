import { readFileSync } from 'node:fs';
import { schemaProperties } from '@weir/http';
import { Environment } from './environment.schema.js';
import { loadConfig } from './load-config.js';

const example = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
const assignments = new Map(
  example
    .split('\n')
    .filter((line) => /^[A-Z_]+=/.test(line))
    .map((line): [string, string] => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
);

const operations = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
/** The rows of the settings table in docs/operations.md that concern the API: name and default. */
const documented = new Map(
  [...operations.matchAll(/^\| `([A-Z_]+)` \| (?:API|both) \| (?:-|`([^`]*)`.*?) \| \S/gm)].map(
    ([, name = '', value]): [string, string | undefined] => [name, value],
  ),
);

describe('docs/operations.md', () => {
  it('lists every setting of the API with its default', () => {
    const settings = [...schemaProperties(Environment)].map(([name, schema]) => [
      name,
      'default' in schema ? String(schema['default']) : undefined,
    ]);
    expect([...documented].sort()).toEqual(settings.sort());
  });
});

describe('.env.example', () => {
  it('lists every variable', () => {
    expect([...assignments.keys()].sort()).toEqual([...schemaProperties(Environment).keys()].sort());
  });

  it('can be used as it is', () => {
    expect(loadConfig(Object.fromEntries(assignments)).http.network).toBe('chipnet');
  });

  it('shows the defaults', () => {
    const defaults = [...schemaProperties(Environment)].filter(([, schema]) => 'default' in schema);
    expect(defaults.map(([name]) => [name, assignments.get(name)])).toEqual(
      defaults.map(([name, schema]) => [name, String(schema['default'])]),
    );
  });
});
