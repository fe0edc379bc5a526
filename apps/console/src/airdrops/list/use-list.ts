import { useEffect, useState } from 'react';
import { BCH_DECIMALS, MAX_LIST_BYTES, MIN_VESTED_ROW, P2PKH_DUST } from '@weir/kinds';
import { useInfo } from '../../api/services.js';
import type { TokenType } from '../../format/amount.js';
import { phrase, type Phrase } from '../../language/text.js';
import { keepFile, keptFile } from './kept-file.js';
import type { ListAnswers, ListReport, ListRules } from './list-check.js';

/** A request to the worker. */
export interface CheckRequest {
  readonly file: File;
  readonly rules: ListRules;
  readonly answers: ListAnswers;
}

/** A message from the worker. */
export type CheckMessage =
  | { readonly kind: 'progress'; readonly read: number; readonly report: ListReport }
  | { readonly kind: 'done'; readonly report: ListReport; readonly upload: Blob | undefined }
  | { readonly kind: 'failed'; readonly reason: Phrase };

/** State of a check. */
export type CheckState =
  | { readonly phase: 'checking'; readonly percent: number; readonly report: ListReport | undefined }
  | {
      readonly phase: 'checked';
      readonly report: ListReport;
      /** What is sent to the service; undefined where the list has problems. */
      readonly upload: Blob | undefined;
    }
  | { readonly phase: 'failed'; readonly reason: Phrase };

const stateOf = (message: CheckMessage, size: number): CheckState => {
  if (message.kind === 'done') return { phase: 'checked', report: message.report, upload: message.upload };
  if (message.kind === 'failed') return { phase: 'failed', reason: message.reason };
  return { phase: 'checking', percent: size === 0 ? 0 : (message.read / size) * 100, report: message.report };
};

/** Checks a list in a worker, so that the page stays responsive. @returns a function that stops it */
export const checkList = (
  { file, rules, answers }: CheckRequest,
  onState: (state: CheckState) => void,
): (() => void) => {
  const worker = new Worker(new URL('./list.worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<CheckMessage>) => {
    onState(stateOf(data, file.size));
    if (data.kind !== 'progress') worker.terminate();
  });
  worker.addEventListener('error', () => {
    onState({
      phase: 'failed',
      reason: phrase('The check could not be loaded. Reload the page, then choose the file again.'),
    });
    worker.terminate();
  });
  onState({ phase: 'checking', percent: 0, report: undefined });
  worker.postMessage({ file, rules, answers } satisfies CheckRequest);
  return () => worker.terminate();
};

/** The chosen file of recipients and the state of its check. */
export interface ChosenList {
  readonly file: File | undefined;
  /** Whether it was chosen before the page was loaded. */
  readonly isRestored: boolean;
  readonly state: CheckState | undefined;
  readonly choose: (file: File | undefined) => void;
  /** Checks the file again with what somebody answered. */
  readonly answer: (answers: ListAnswers) => void;
}

/**
 * Holds the chosen file and checks it, again when the rules change.
 *
 * @param options.isKept whether it is the file of a draft, which outlives the page
 */
export const useList = (
  rules: ListRules | undefined,
  { isKept = false }: { readonly isKept?: boolean } = {},
): ChosenList => {
  const [file, setFile] = useState<File>();
  const [state, setState] = useState<CheckState>();
  const [answers, setAnswers] = useState<ListAnswers>({});
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    if (!isKept) return;
    void keptFile().then((kept) => {
      setFile((chosen) => chosen ?? kept);
      setRestored(kept !== undefined);
    });
  }, [isKept]);
  const { prefix, inBch, decimals, minAmount, maxRows } = rules ?? {};
  useEffect(() => {
    if (file === undefined || prefix === undefined || decimals === undefined || inBch === undefined) return undefined;
    if (file.size > MAX_LIST_BYTES) {
      setState({
        phase: 'failed',
        reason: phrase('The file has more than {most} MB. Split the list into several airdrops.', {
          most: MAX_LIST_BYTES / 1_000_000,
        }),
      });
      return undefined;
    }
    return checkList(
      { file, rules: { prefix, inBch, decimals, minAmount: minAmount ?? 1n, maxRows: maxRows ?? 0 }, answers },
      setState,
    );
  }, [file, prefix, inBch, decimals, minAmount, maxRows, answers]);
  return {
    file,
    isRestored,
    state,
    choose: (chosen) => {
      setState(undefined);
      setAnswers({});
      setFile(chosen);
      setRestored(false);
      if (isKept) void keepFile(chosen);
    },
    answer: (given) => setAnswers((known) => ({ ...known, ...given })),
  };
};

/** Least satoshis that the network relays to an address. */

/** Least satoshis of a row whose claim opens a lock. */

/**
 * Returns the rules for lists of an asset; undefined until the service's limits have loaded.
 *
 * @param decimals of the token; those of BCH are known
 */
export const useListRules = (asset: TokenType, decimals: number, isLocked = false): ListRules | undefined => {
  const { data } = useInfo();
  if (data === undefined) return undefined;
  const isBch = asset === 'BCH';
  return {
    prefix: data.addressPrefix,
    inBch: isBch,
    decimals: isBch ? BCH_DECIMALS : decimals,
    minAmount: isBch ? (isLocked ? MIN_VESTED_ROW : P2PKH_DUST) : 1n,
    maxRows: data.limits.airdropRecipients,
  };
};
