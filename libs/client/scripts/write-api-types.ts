/**
 * Generates the types of the API's requests and answers from `docs/api/openapi.json`. They are not committed: `npm ci` runs this,
 * `npm run docs` does, and `nx` before each task that checks or builds types.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { writeApiTypes } from './api-types.js';

const folder = fileURLToPath(new URL('../src/generated/', import.meta.url));
await mkdir(folder, { recursive: true });
await writeFile(`${folder}api.ts`, await writeApiTypes());
console.log('libs/client/src/generated/api.ts');
