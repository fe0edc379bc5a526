const lockOf = (txHash: string): string => `weir:pending:${txHash}`;

/** Whether tabs see what the others have under way; they do not in insecure contexts. */
export const seesOtherTabs = (): boolean => 'locks' in navigator;

/**
 * Marks a signed transaction as under way in this tab, until it is released or the tab is gone.
 *
 * @returns releases it
 */
export const hold = (txHash: string): (() => void) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  if (seesOtherTabs()) void navigator.locks.request(lockOf(txHash), () => held);
  return release;
};

/**
 * Runs `work` on a signed transaction as soon as no page has it under way, in this tab or another.
 *
 * @throws the signal's reason, or what `work` throws
 */
export const whenLeft = async (txHash: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> =>
  seesOtherTabs() ? navigator.locks.request(lockOf(txHash), { signal }, work) : work();
