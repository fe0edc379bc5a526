/**
 * Writes the types of the API's requests and answers. Run it after `docs/api/openapi.json` changed (`npm run docs`
 * does).
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { writeApiTypes } from './api-types.js';

const file = fileURLToPath(new URL('../src/generated/api.ts', import.meta.url));
await writeFile(file, await writeApiTypes());
console.log('libs/client/src/generated/api.ts');
