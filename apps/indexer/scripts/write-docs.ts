/** Writes docs/indexer from the app. Run it after changing a route or a schema. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeApp } from './describe-app.js';

for (const { path, text } of await describeApp()) {
  const file = fileURLToPath(new URL(`../../../${path}`, import.meta.url));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  console.log(path);
}
