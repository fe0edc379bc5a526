import { useEffect, useState } from 'react';
import { useInfo } from '../../api/services.js';
import type { TokenType } from '../../format/amount.js';
import { phrase, type Phrase } from '../../language/text.js';
import { keepFile, keptFile } from './kept-file.js';
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
  | { readonly kind: 'failed'; readonly reason: Phrase };

/** State of a check. */
export type CheckState =
  | { readonly phase: 'checking'; readonly percent: number; readonly report: ListReport | undefined }
  | { readonly phase: 'checked'; readonly report: ListReport }
  | { readonly phase: 'failed'; readonly reason: Phrase };

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
    onState({
      phase: 'failed',
      reason: phrase('The check could not be loaded. Reload the page, then choose the file again.'),
    });
    worker.terminate();
  });
  onState({ phase: 'checking', percent: 0, report: undefined });
  worker.postMessage({ file, rules } satisfies CheckRequest);
  return () => worker.terminate();
};

/** Largest file the service accepts, bytes. */
const MAX_BYTES = 100_000_000;

/** The chosen file of recipients and the state of its check. */
export interface ChosenList {
  readonly file: File | undefined;
  /** Whether it was chosen before the page was loaded. */
  readonly isRestored: boolean;
  readonly state: CheckState | undefined;
  readonly choose: (file: File | undefined) => void;
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
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    if (!isKept) return;
    void keptFile().then((kept) => {
      setFile((chosen) => chosen ?? kept);
      setRestored(kept !== undefined);
    });
  }, [isKept]);
  const { prefix, decimals, minAmount, maxRows } = rules ?? {};
  useEffect(() => {
    if (file === undefined || prefix === undefined || decimals === undefined) return undefined;
    if (file.size > MAX_BYTES) {
      setState({
        phase: 'failed',
        reason: phrase('The file has more than 100 MB: give the list in parts, one campaign each.'),
      });
      return undefined;
    }
    return checkList(
      { file, rules: { prefix, decimals, minAmount: minAmount ?? 1n, maxRows: maxRows ?? 0 } },
      setState,
    );
  }, [file, prefix, decimals, minAmount, maxRows]);
  return {
    file,
    isRestored,
    state,
    choose: (chosen) => {
      setState(undefined);
      setFile(chosen);
      setRestored(false);
      if (isKept) void keepFile(chosen);
    },
  };
};

/** Least satoshis that the network relays to an address. */
const DUST = 546n;
const BCH_DECIMALS = 8;

/** Least satoshis of a row whose claim opens a lock. */
const LEAST_LOCKED = 10_000n;

/** Returns the rules for lists of an asset; undefined until the service's limits have loaded. */
export const useListRules = (asset: TokenType, isLocked = false): ListRules | undefined => {
  const { data } = useInfo();
  if (data === undefined) return undefined;
  const isBch = asset === 'BCH';
  return {
    prefix: data.addressPrefix,
    decimals: isBch ? BCH_DECIMALS : 0,
    minAmount: isBch ? (isLocked ? LEAST_LOCKED : DUST) : 1n,
    maxRows: data.limits.airdropRecipients,
  };
};
