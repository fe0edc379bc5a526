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

/** Specs that wait most of their time: for timeouts of real time, for processes and browsers. */
const WAITING =
  /apps\/api\/test\/(events|exports|faults|webhooks)\/|apps\/indexer\/test\/(faults|process)|apps\/console\/test\/|libs\/indexing\/test\/paths|(hostile-registries|hostile-servers|plan-reorganised|slow-clients|pipelining|tokens|pack)\.spec/;
const MAX_WAITING = 2;

/**
 * Hands out spec files in their order, but of those that wait always two at a time, from the first moment on: more at once leave
 * the processors idle, and two beside others cost next to no time.
 */
class Queue {
  #waiting;
  #others;
  #waitingNow = 0;

  constructor(tests) {
    this.#waiting = tests.filter(({ path }) => WAITING.test(path));
    this.#others = tests.filter(({ path }) => !WAITING.test(path));
  }

  take() {
    const isTurn = this.#waitingNow < MAX_WAITING;
    const [first, second] = isTurn ? [this.#waiting, this.#others] : [this.#others, this.#waiting];
    const taken = first.shift() ?? second.shift();
    if (WAITING.test(taken.path)) this.#waitingNow += 1;
    return taken;
  }

  end({ path }) {
    if (WAITING.test(path)) this.#waitingNow -= 1;
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

  /** Lets each place in the line take its spec file when its turn comes. */
  runTests(tests, watcher, onStart, onResult, onFailure) {
    const queue = new Queue(tests);
    const ending =
      (tell) =>
      ({ test }, outcome) => {
        queue.end(test);
        return tell(test, outcome);
      };
    const onTurn = (turn) => {
      turn.test = queue.take();
      return onStart(turn.test);
    };
    const turns = tests.map(() => ({ test: undefined }));
    return super.runTests(turns, watcher, onTurn, ending(onResult), ending(onFailure));
  }

  _runTest({ test }) {
    return super._runTest(test);
  }
}
