/** Writes the services' settings into compose.yaml. */
import { readFile, writeFile } from 'node:fs/promises';
import { withSettings } from './compose-settings.js';

const COMPOSE = new URL('../../../../compose.yaml', import.meta.url);

await writeFile(COMPOSE, withSettings(await readFile(COMPOSE, 'utf8')));
