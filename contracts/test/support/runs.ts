/** Runs of a property: as many as given, times WEIR_RUNS for a longer search. */
export const RUNS = (runs: number): number => runs * Number(process.env['WEIR_RUNS'] ?? '1');
