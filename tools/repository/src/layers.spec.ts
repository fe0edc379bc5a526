import { join } from 'node:path';
import { ESLint } from 'eslint';

const RULE = '@nx/enforce-module-boundaries';
const ROOT = join(import.meta.dirname, '../../..');
/** A file that does not exist, in a package of the layer. */
const FILES = {
  domain: 'libs/verify/src/not-there.ts',
  page: 'apps/console/src/not-there.ts',
  client: 'libs/client/src/not-there.ts',
} as const;

const eslint = new ESLint({ cwd: ROOT });

/** Returns what the layer rule reports for an import in a layer. */
const complaints = async (layer: keyof typeof FILES, name: string): Promise<readonly string[]> => {
  const code = `import * as imported from '${name}';\n\nexport { imported };\n`;
  const [result] = await eslint.lintText(code, { filePath: join(ROOT, FILES[layer]) });
  return (result?.messages ?? []).filter(({ ruleId }) => ruleId === RULE).map(({ message }) => message);
};

describe('the layer rules', () => {
  it.each([
    ['domain', '@weir/infra', /type:domain/],
    ['domain', '@weir/indexer', /type:domain/],
    ['domain', '@weir/testing/postgres', /type:domain/],
    ['domain', 'kysely', /not allowed to import/],
    ['domain', 'pg', /not allowed to import/],
    ['page', '@weir/infra', /type:page/],
    ['page', '@weir/vesting', /type:page/],
    ['page', '@weir/api', /type:page/],
    ['client', '@weir/vesting', /type:client/],
  ] as const)('reject in a %s package an import of %s', async (layer, name, reason) => {
    const found = await complaints(layer, name);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(reason);
  });

  it('let pages import the client', async () => expect(await complaints('page', '@weir/client')).toEqual([]));
});
