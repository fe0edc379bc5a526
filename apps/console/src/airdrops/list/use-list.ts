import { useEffect, useState } from 'react';
import { checkList, type CheckState } from './check-list.js';
import type { ListRules } from './list-check.js';

/** Largest file the service accepts, bytes. */
const MAX_BYTES = 100_000_000;

/** The chosen file of recipients and the state of its check. */
export interface ChosenList {
  readonly file: File | undefined;
  readonly state: CheckState | undefined;
  readonly choose: (file: File | undefined) => void;
}

/** Holds the chosen file and checks it, again when the rules change. */
export const useList = (rules: ListRules | undefined): ChosenList => {
  const [file, setFile] = useState<File>();
  const [state, setState] = useState<CheckState>();
  const { prefix, decimals, minAmount, maxRows } = rules ?? {};
  useEffect(() => {
    if (file === undefined || prefix === undefined || decimals === undefined) return undefined;
    if (file.size > MAX_BYTES) {
      setState({
        phase: 'failed',
        reason: 'The file has more than 100 MB: give the list in parts, one campaign each.',
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
    state,
    choose: (chosen) => {
      setState(undefined);
      setFile(chosen);
    },
  };
};
