import { readFile } from 'node:fs/promises';
import { parseAddress } from '@weir/covenants';
import { describeApp } from '../../scripts/describe-app.js';

describe('committed documents', () => {
  it('are those of the app; `npx nx docs api` writes them anew', async () => {
    for (const { path, text } of await describeApp()) {
      expect({ path, text: await readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8') }).toEqual({
        path,
        text,
      });
    }
  });

  it('show addresses that exist', async () => {
    const documents = await describeApp();
    const addresses = documents.flatMap(({ text }) => text.match(/bchtest:q[0-9a-z]+/g) ?? []);
    expect(new Set(addresses).size).toBe(2);
    expect(addresses.filter((address) => !parseAddress(address, 'chipnet').ok)).toEqual([]);
  });

  it('have a decimal text beside every exact amount of a record', async () => {
    const document = (await describeApp()).find(({ path }) => path.endsWith('openapi.json'));
    const { components } = JSON.parse(document?.text ?? '{}') as { readonly components: { readonly schemas: object } };
    // The indexer's answers are passed on as they are; refusals name no asset.
    const schemas = Object.entries(components.schemas).filter(
      ([name]) => !/^(?:Indexed|CommitmentChange|Error$)/u.test(name),
    );
    expect(schemas.length).toBeGreaterThan(50);
    expect(schemas.flatMap(([name, schema]) => amountsWithoutText(schema, name))).toEqual([]);
  });
});

/** Properties `x` beside `xBase` (`x_base`) which have no `xDecimal` (`x_decimal`); a deprecated twin needs none. */
const amountsWithoutText = (schema: unknown, at: string): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: Readonly<Record<string, { readonly deprecated?: boolean }>> };
  const missing = Object.entries(properties).flatMap(([name, { deprecated }]) => {
    const [, amount = '', form] = /^(.+?)(Base|_base)$/u.exec(name) ?? [];
    const text = `${amount}${form === 'Base' ? 'Decimal' : '_decimal'}`;
    return form !== undefined && amount in properties && deprecated !== true && !(text in properties)
      ? [`${at}.${name}`]
      : [];
  });
  return [...missing, ...Object.entries(schema).flatMap(([key, inner]) => amountsWithoutText(inner, `${at}.${key}`))];
};
