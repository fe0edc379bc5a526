/** Whether more is tried than `npm test` does: that may take its time. */
const isDeep = Object.keys(process.env).some((name) => /^WEIR_(FAULT_|FUZZ_)?RUNS$/.test(name));
/** No spec takes a tenth of it on a slow machine: how long a test may take there is no finding, that it never ends is one. */
const LONGEST_MS = 15 * 60_000;

/** Ends a run in which a spec file hangs, and names the file: the runner itself waits for ever. */
module.exports = class {
  #timers = new Map();

  onTestFileStart({ path }) {
    if (isDeep) return;
    const hangs = () => {
      console.error(`${path} has not ended within ${LONGEST_MS / 60_000} minutes: it hangs, and the run ends here`);
      process.exit(1);
    };
    this.#timers.set(path, setTimeout(hangs, LONGEST_MS));
  }

  onTestFileResult({ path }) {
    clearTimeout(this.#timers.get(path));
  }
};
