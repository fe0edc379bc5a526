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
});
