import type { ListReport, ListRules } from './list-check.js';

/** A request to the worker. */
export interface CheckRequest {
  readonly file: File;
  readonly rules: ListRules;
}

/** A message from the worker. */
export type CheckMessage =
  | { readonly kind: 'progress'; readonly read: number; readonly report: ListReport }
  | { readonly kind: 'done'; readonly report: ListReport }
  | { readonly kind: 'failed'; readonly reason: string };

/** State of a check. */
export type CheckState =
  | { readonly phase: 'checking'; readonly percent: number; readonly report: ListReport | undefined }
  | { readonly phase: 'checked'; readonly report: ListReport }
  | { readonly phase: 'failed'; readonly reason: string };

const stateOf = (message: CheckMessage, size: number): CheckState => {
  if (message.kind === 'done') return { phase: 'checked', report: message.report };
  if (message.kind === 'failed') return { phase: 'failed', reason: message.reason };
  return { phase: 'checking', percent: size === 0 ? 0 : (message.read / size) * 100, report: message.report };
};

/** Checks a list in a worker, so that the page stays responsive. @returns a function that stops it */
export const checkList = ({ file, rules }: CheckRequest, onState: (state: CheckState) => void): (() => void) => {
  const worker = new Worker(new URL('./list.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<CheckMessage>) => {
    onState(stateOf(data, file.size));
    if (data.kind !== 'progress') worker.terminate();
  });
  worker.addEventListener('error', () => {
    onState({ phase: 'failed', reason: 'The check could not be loaded. Reload the page, then choose the file again.' });
    worker.terminate();
  });
  onState({ phase: 'checking', percent: 0, report: undefined });
  worker.postMessage({ file, rules } satisfies CheckRequest);
  return () => worker.terminate();
};
