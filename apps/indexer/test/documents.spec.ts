import { readFile } from 'node:fs/promises';
import { describeApp } from '../scripts/describe-app.js';

describe('committed documents', () => {
  it('are those of the app; `npx nx docs indexer` writes them again', async () => {
    for (const { path, text } of await describeApp()) {
      expect({ path, text: await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8') }).toEqual({
        path,
        text,
      });
    }
  });
});
