import { MEASUREMENTS } from '@weir/bench';
import { runScript } from './run-script.js';

describe('npm run bench', () => {
  it('lists all measurements if none is named', () => runScript('bench', { prints: /vesting[^]+soak/ }));

  it('fails if no measurement has the name', () => runScript('bench', { args: ['x'], prints: /named "x"/, code: 1 }));

  it.each(Object.entries(MEASUREMENTS))('%s runs to its end', (name, { smallest }) =>
    runScript('bench', { ...smallest, args: [name, ...(smallest.args ?? [])] }),
  );
});
