import { runScript } from './run-script.js';
import { MEASUREMENTS } from './scripts.js';

describe('npm run', () => {
  it.each(Object.entries(MEASUREMENTS))('%s runs to its end', (name, run) => runScript(name, run));
});
