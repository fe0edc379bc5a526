import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Channel {
  onMessage(listener: (message: unknown) => void): void;
  postMessage(message: unknown): void;
}

interface TestRunner {
  readonly _testRunners: Map<object, { run(test: { readonly path: string }): unknown }>;
}

const file = pathToFileURL(join(import.meta.dirname, '../../../jest.runner.js')).href;

describe('the test runner', () => {
  it('answers each process that asks for its settings, whoever asked before', async () => {
    const { default: Runner } = (await import(file)) as { default: new (globalConfig: object) => TestRunner };
    const [globalConfig, projectConfig] = [{ maxWorkers: 2 }, { rootDir: '/' }];
    const runner = new Runner(globalConfig);
    const channels: Channel[] = [];
    const pool = { run: (_: string, { channel }: { channel: Channel }) => channels.push(channel) };
    runner._testRunners.set(projectConfig, { pool } as never);
    const answers: unknown[][] = [[], []];
    for (const told of answers) {
      runner._testRunners.get(projectConfig)?.run({ path: 'a.spec.ts' });
      channels.at(-1)?.onMessage((message) => told.push(message));
    }
    channels[0]?.postMessage('jest-light-runner-get-worker-data');
    const answer = {
      type: 'jest-light-runner-worker-data',
      workerData: { globalConfig, projectConfig, runtime: 'child_process' },
    };
    expect(answers).toEqual([[answer], []]);
    channels[1]?.postMessage('jest-light-runner-get-worker-data');
    expect(answers).toEqual([[answer], [answer]]);
  });
});
