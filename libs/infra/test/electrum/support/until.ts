import { eventually } from '@weir/testing';

/** Polls until a condition holds. */
export const until = (isSo: () => boolean | Promise<boolean>): Promise<void> =>
  eventually(async () => {
    if (!(await isSo())) throw new Error(`Waited in vain: ${isSo.toString()}`);
  });
