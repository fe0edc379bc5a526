import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { WhitelistError } from '../whitelist/whitelist-error.js';
import type { Answer, Reply, Request, ThreadOptions, TreeProgress } from './messages.js';

/**
 * Starts the thread. Built code runs its file directly; run from sources, the thread first bundles its file, which takes a
 * tenth of the time that a TypeScript loader takes: threads do not inherit one.
 */
const startThread = (workerData: ThreadOptions): Worker => {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./whitelist.worker.js', import.meta.url), { workerData });
  const options = {
    ...{ entryPoints: [fileURLToPath(new URL('./whitelist.worker.ts', import.meta.url))], bundle: true, write: false },
    ...{ platform: 'node', format: 'cjs' },
  };
  const bundleThenRun = `const [{ text }] = require('esbuild').buildSync(${JSON.stringify(options)}).outputFiles;
    new Function('require', text)(require);`;
  return new Worker(bundleThenRun, { eval: true, execArgv: [], workerData });
};

type BuiltAnswer = Extract<Answer, { kind: 'built' }>;

/** A thread that receives the rows of one list and builds its tree. */
export class WhitelistThread {
  readonly #worker: Worker;
  readonly #onProgress: ((progress: TreeProgress) => void) | undefined;
  #failure: Error | undefined;
  #settle: { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void } | undefined;

  constructor(options: ThreadOptions, onProgress: ((progress: TreeProgress) => void) | undefined) {
    this.#onProgress = onProgress;
    this.#worker = startThread(options);
    this.#worker.on('message', (reply: Reply) => this.#take(reply));
    this.#worker.on('error', (cause) => this.#fail(new Error('The thread failed', { cause })));
    this.#worker.on('exit', () => this.#fail(new Error('The thread ended before its work')));
  }

  /**
   * Adds whole rows, packed.
   *
   * @throws WhitelistError DUPLICATE_ADDRESS
   * @throws Error when the thread fails or has been stopped
   */
  async push(rows: Uint8Array): Promise<void> {
    await this.#ask({ kind: 'rows', rows });
  }

  /**
   * Builds the tree of the rows added.
   *
   * @throws WhitelistError when the list is refused
   * @throws Error when the thread fails or has been stopped
   */
  async finish(): Promise<BuiltAnswer> {
    const answer = await this.#ask({ kind: 'finish' });
    if (answer.kind !== 'built') throw new Error('The thread answered something else');
    return answer;
  }

  /**
   * Ends the thread, whatever it is doing.
   *
   * @param reason error of the request that this interrupts
   */
  async stop(reason = new Error('The thread was stopped')): Promise<void> {
    this.#fail(reason);
    await this.#worker.terminate();
  }

  async #ask(request: Request): Promise<Answer> {
    const answer = await new Promise<Answer>((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure);
        return;
      }
      this.#settle = { resolve, reject };
      this.#worker.postMessage(request);
    });
    if (answer.kind === 'refused') throw new WhitelistError(answer.code, answer.line, answer.reason, answer.firstLine);
    return answer;
  }

  #take(reply: Reply): void {
    if (reply.kind === 'progress') this.#onProgress?.({ done: reply.done, total: reply.total });
    else this.#settle?.resolve(reply);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#settle?.reject(this.#failure);
  }
}
