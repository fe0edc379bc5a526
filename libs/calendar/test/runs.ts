/** Runs of a property: as many as given, times WEIR_RUNS for a longer search (`npm run model:ocf`). */
export const RUNS = (runs: number) => ({
  numRuns: runs * Number(process.env['WEIR_RUNS'] ?? '1'),
});
