import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onceForRun } from './once-for-run.js';

const run = promisify(execFile);
const BUNDLE = fileURLToPath(new URL('../../deploy/src/bundle/bundle.main.ts', import.meta.url));

/**
 * Returns the file that starts a service from the production bundle of the current sources: what operators run, and a
 * fifth of the work of a start from the sources.
 */
export const serviceFile = async (service: 'api' | 'indexer'): Promise<string> => {
  const folder = await onceForRun('bundle', (target) =>
    run(process.execPath, ['--conditions=@weir/source', '--import', 'tsx', BUNDLE, target]),
  );
  return join(folder, 'app', `${service}.js`);
};
