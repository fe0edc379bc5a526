import { readFile } from 'node:fs/promises';
import { writeApiTypes } from '../scripts/api-types.js';

const FILE = new URL('../src/generated/api.ts', import.meta.url);

describe("the types of the API's requests and answers", () => {
  let text: string;
  beforeAll(async () => {
    text = await readFile(FILE, 'utf8');
  });

  it('are those of the committed document', async () => {
    expect(text === (await writeApiTypes()) || 'out of date: npm run docs').toBe(true);
  });

  it('leave nothing open', () => {
    const code = text.replaceAll(/\/\*\*.*?\*\//gs, '').replaceAll(/"[^"]*"/g, '""');
    expect(code.match(/\b(?:any|unknown)\b/g)).toBeNull();
  });
});
