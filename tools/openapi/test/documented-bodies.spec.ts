import { readFile } from 'node:fs/promises';
import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

const read = (path: string): Promise<string> => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The parts of a shell command that are quoted are one word: what is sent, whatever lines it has. */
const SENT = /curl -s localhost:3001(\/api\/[^\s']+)(?:(?!curl)[^`])*?-d '([^']*)'/g;

describe('the requests that docs/api/README.md shows', () => {
  it('send JSON that their routes take', async () => {
    const [page, document] = await Promise.all([read('docs/api/README.md'), read('docs/api/openapi.json')]);
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    ajv.addSchema(JSON.parse(document) as object, 'openapi');
    const shown = [...page.matchAll(SENT)].map(([, path = '', body = '']) => ({
      path: path.replace('$ID', '{id}'),
      body: JSON.parse(body) as unknown,
    }));
    // Every command that sends JSON is read.
    expect(shown).toHaveLength(page.split("-d '").length - 1);
    expect(shown.length).toBeGreaterThanOrEqual(4);
    const problems = shown.map(({ path, body }) => {
      const place = `/paths/${path.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`;
      const validate = ajv.getSchema(`openapi#${encodeURI(place)}`);
      if (validate === undefined) return [path, 'no such route'];
      return [path, validate(body) === true ? '' : ajv.errorsText(validate.errors)];
    });
    expect(problems).toEqual(shown.map(({ path }) => [path, '']));
  });
});
