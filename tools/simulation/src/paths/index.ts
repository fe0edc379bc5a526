export { liveByLibrary, startLibraryLife } from './library-life.js';
export type { LibraryLife } from './library-life.js';
export { inPlan, openByLibrary } from './open-by-library.js';
export type { Opened } from './open-by-library.js';
export { casesOf, PATH_CONTRACTS } from './path-cases.js';
export { amountOf, DAY, NOTICE_BLOCKS, PERIODS, productOf, totalOf, VESTING_DAYS } from './path-terms.js';
export type {
  Path,
  PathCase,
  PathChain,
  PathContract,
  PathLife,
  PathParties,
  PathStep,
  PathSubject,
  PathView,
} from './path.types.js';
export { PATHS } from './path.types.js';
export { runPathCase } from './run-path-case.js';
export type { PathOutcome } from './run-path-case.js';
