import { runScript } from './run-script.js';
import { NIGHTLY } from './scripts.js';

describe('npm run', () => {
  it.each(Object.entries(NIGHTLY))('%s runs to its end', (name, run) => runScript(name, run));
});
