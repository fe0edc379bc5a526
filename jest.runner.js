import { createRunner } from 'jest-light-runner';

const LightRunner = createRunner({ runtime: 'child_process' });

/** A channel for one task: whoever runs it asks once for the settings, and is answered. */
export const createChannel = (workerData) => {
  let answer = () => undefined;
  return {
    onMessage(listener) {
      answer = listener;
    },
    postMessage(message) {
      if (message === 'jest-light-runner-get-worker-data')
        answer({ type: 'jest-light-runner-worker-data', workerData });
    },
  };
};

/** The pools of a run by project, which run each test file over a channel of its own. */
class Pools extends Map {
  constructor(globalConfig) {
    super();
    this.globalConfig = globalConfig;
  }

  set(projectConfig, { pool }) {
    const workerData = { globalConfig: this.globalConfig, projectConfig, runtime: 'child_process' };
    const run = (test) => pool.run(test.path, { channel: createChannel(workerData) });
    return super.set(projectConfig, { pool, run });
  }
}

/**
 * Runs spec files in plain Node.js. The runner itself lets all processes share one channel, and answers the first that asks for its
 * settings to all of them: one that was about to ask misses the answer, never gets another, and the run hangs at its first file.
 */
export default class Runner extends LightRunner {
  constructor(globalConfig, ...rest) {
    super(globalConfig, ...rest);
    if (!(this._testRunners instanceof Map))
      throw new Error('jest-light-runner keeps its pools elsewhere: see jest.runner.js');
    if (this._runtime === 'child_process') this._testRunners = new Pools(globalConfig);
  }
}
