/** Writes the services' settings into compose.yaml, docs/operations.md and the templates of `.env`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { writtenFiles } from './written-files.js';

const ROOT = new URL('../../../../', import.meta.url);

for (const [path, written] of Object.entries(writtenFiles)) {
  const file = new URL(path, ROOT);
  writeFileSync(file, written(readFileSync(file, 'utf8')));
}
