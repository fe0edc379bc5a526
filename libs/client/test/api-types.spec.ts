import { writeApiTypes } from '../scripts/api-types.js';

it("the types of the API's requests and answers leave nothing open", async () => {
  const text = await writeApiTypes();
  expect(text).toContain('export interface paths');
  const code = text.replaceAll(/\/\*\*.*?\*\//gs, '').replaceAll(/"[^"]*"/g, '""');
  expect(code.match(/\b(?:any|unknown)\b/g)).toBeNull();
});
