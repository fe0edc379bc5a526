/** Runs of a property: as many as given, times WEIR_RUNS for a longer search (`npm run model:lists`). */
export const RUNS = (runs: number): { readonly numRuns: number } => ({
  numRuns: runs * Number(process.env['WEIR_RUNS'] ?? '1'),
});

/** Bytes as text, which tests compare many times as fast as bytes. */
export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
