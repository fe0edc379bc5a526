import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { joinErrors, ListError } from '../lists/list-error.js';
import type { Answer, Reply, Request, ThreadOptions, TreeProgress } from './messages.js';

/** The part of esbuild that is used, which only the repository has. */
interface Esbuild {
  build(options: object): Promise<{ readonly outputFiles: readonly [{ readonly text: string }] }>;
}

let bundled: Promise<string> | undefined;

/** Bundles the thread's file, once: threads do not inherit a TypeScript loader, which would take ten times as long. */
const bundle = (): Promise<string> =>
  (bundled ??= (createRequire(import.meta.url)('esbuild') as Esbuild)
    .build({
      entryPoints: [fileURLToPath(new URL('./whitelist.worker.ts', import.meta.url))],
      bundle: true,
      write: false,
      platform: 'node',
      format: 'cjs',
      conditions: ['@weir/source'],
    })
    .then(({ outputFiles: [{ text }] }) => text));

/** Runs the text that comes as the first message. */
const RUN_TEXT = `require('node:worker_threads').parentPort.once('message', (text) => new Function('require', text)(require))`;

/** Starts the thread. Built code runs its file directly; run from sources, the thread gets its bundle first. */
const startThread = (workerData: ThreadOptions): { readonly worker: Worker; readonly ready: Promise<void> } => {
  if (!import.meta.url.endsWith('.ts')) {
    const worker = new Worker(new URL('./whitelist.worker.js', import.meta.url), { workerData });
    return { worker, ready: Promise.resolve() };
  }
  const worker = new Worker(RUN_TEXT, { eval: true, execArgv: [], workerData });
  return { worker, ready: bundle().then((text) => worker.postMessage(text)) };
};

type BuiltAnswer = Extract<Answer, { kind: 'built' }>;

/** A thread that receives the rows of one list and builds its tree. */
export class WhitelistThread {
  readonly #worker: Worker;
  readonly #ready: Promise<void>;
  readonly #onProgress: ((progress: TreeProgress) => void) | undefined;
  #failure: Error | undefined;
  #settle: { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void } | undefined;

  constructor(options: ThreadOptions, onProgress: ((progress: TreeProgress) => void) | undefined) {
    this.#onProgress = onProgress;
    ({ worker: this.#worker, ready: this.#ready } = startThread(options));
    this.#worker.on('message', (reply: Reply) => this.#take(reply));
    this.#worker.on('error', (cause) => this.#fail(new Error('The thread failed', { cause })));
    this.#worker.on('exit', () => this.#fail(new Error('The thread ended before its work')));
  }

  /**
   * Adds whole rows, packed.
   *
   * @throws Error when the thread fails or has been stopped
   */
  async push(rows: Uint8Array): Promise<void> {
    await this.#ask({ kind: 'rows', rows });
  }

  /**
   * Adds the duplicates among the rows to a refusal.
   *
   * @throws Error when the thread fails or has been stopped
   */
  async withDuplicates(error: ListError): Promise<ListError> {
    try {
      await this.#ask({ kind: 'check' });
      return error;
    } catch (duplicates) {
      if (duplicates instanceof ListError) return joinErrors(error, duplicates);
      throw duplicates;
    }
  }

  /**
   * Builds the tree of the rows added.
   *
   * @throws ListError when the list is refused
   * @throws Error when the thread fails or has been stopped
   */
  async finish(): Promise<BuiltAnswer> {
    const answer = await this.#ask({ kind: 'finish' });
    if (answer.kind !== 'built') throw new Error('The thread sent an unexpected answer');
    return answer;
  }

  /**
   * Ends the thread, no matter what it is doing.
   *
   * @param reason error of the request that this interrupts
   */
  async stop(reason = new Error('The thread was stopped')): Promise<void> {
    this.#fail(reason);
    await this.#worker.terminate();
  }

  async #ask(request: Request): Promise<Answer> {
    await this.#ready;
    const answer = await new Promise<Answer>((resolve, reject) => {
      if (this.#failure !== undefined) {
        reject(this.#failure);
        return;
      }
      this.#settle = { resolve, reject };
      this.#worker.postMessage(request);
    });
    if (answer.kind === 'refused') throw new ListError(answer.problems, answer.unit, answer.count);
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
