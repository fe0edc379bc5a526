/** Waits until something is so; fails after a while. */
export const until = async (isSo: () => boolean | Promise<boolean>, milliseconds = 5_000): Promise<void> => {
  for (const deadline = Date.now() + milliseconds; !(await isSo());) {
    if (Date.now() > deadline) throw new Error(`Not so after ${milliseconds} ms: ${isSo.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
