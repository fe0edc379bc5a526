import { type DragEvent, useEffect, useEffectEvent, useState } from 'react';
import { whilePressed } from '../api/presses.js';
import { t } from '../language/text.js';

/** Sets the document's title. */
export const usePageTitle = (title: string): void => {
  useEffect(() => {
    document.title = t('{title} · Weir', { title });
  }, [title]);
};

/**
 * Debounces a value: returns it once it has not changed for some milliseconds, so that typing does not cause a request per key.
 * Values are compared by content.
 */
export const useDebounced = <Value>(value: Value, milliseconds: number): Value => {
  const [debounced, setDebounced] = useState(value);
  const take = useEffectEvent(() => setDebounced(value));
  const text = JSON.stringify({ value });
  useEffect(() => {
    const timer = setTimeout(take, milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return debounced;
};

/**
 * Runs a request of a button with its failure, one at a time.
 *
 * @returns with `run`, whose request answers `LEAVING` where it has left the page: then it stays busy, so that nothing is sent twice
 */
export const useTask = () => {
  const [state, setState] = useState<{ readonly error?: unknown; readonly isRunning: boolean }>({ isRunning: false });
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    if (state.isRunning) return;
    setState({ isRunning: true });
    try {
      if ((await whilePressed(act)) !== LEAVING) setState({ isRunning: false });
    } catch (error) {
      setState({ error, isRunning: false });
    }
  };
  /** Forgets the last failure; what runs stays under way. */
  const reset = (): void => setState((before) => (before.isRunning ? before : { isRunning: false }));
  return { ...state, run, reset };
};

/** Answered by a request that has left the page. */
export const LEAVING = 'leaving';

/** Makes an element a place to drop a file. @returns what the element takes, and whether a file is held over it */
export const useFileDrop = (take: (file: File) => void) => {
  const [isOver, setOver] = useState(false);
  const hold = (event: DragEvent, isHeld: boolean): void => {
    event.preventDefault();
    setOver(isHeld);
  };
  const zone = {
    onDragOver: (event: DragEvent) => hold(event, true),
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      hold(event, false);
      const [file] = event.dataTransfer.files;
      if (file !== undefined) take(file);
    },
  };
  return { isOver, zone };
};
