import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const RULE = '@nx/enforce-module-boundaries';
const forbidden = (name: string) => fileURLToPath(new URL(`./forbidden/${name}.ts`, import.meta.url));

const eslint = new ESLint({ cwd: fileURLToPath(new URL('..', import.meta.url)), ignore: false });

/** What the layer rule says of a file; everything else ESLint finds there is of no interest. */
const complaints = async (name: string): Promise<string[]> => {
  const [result] = await eslint.lintFiles([forbidden(name)]);
  return (result?.messages ?? []).filter(({ ruleId }) => ruleId === RULE).map(({ message }) => message);
};

describe('the layer rules', () => {
  it.each([
    ['domain/domain-imports-infra', 1, /type:domain/],
    ['domain/domain-imports-app', 1, /type:domain/],
    ['domain/domain-imports-tool', 1, /type:domain/],
    ['domain/domain-imports-database', 2, /not allowed to import/],
    ['page/page-imports-infra', 1, /type:page/],
    ['page/page-imports-domain', 1, /type:page/],
    ['page/page-imports-app', 1, /type:page/],
    ['client/client-imports-domain', 1, /type:client/],
  ])('reject %s', async (name, count, reason) => {
    const found = await complaints(name);
    expect(found).toHaveLength(count);
    for (const message of found) expect(message).toMatch(reason);
  });

  it('let pages know the client', async () => expect(await complaints('page/page-imports-client')).toEqual([]));
});
