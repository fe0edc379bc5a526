export { handleByLibrary, openLibraryHandle } from './library-handle.js';
export type { LibraryHandle } from './library-handle.js';
export { inPlan, openByLibrary } from './library-handle.js';
export type { Opened } from './library-handle.js';
export { casesOf, PATH_CONTRACTS } from './path-cases.js';
export { amountOf, DAY, NOTICE_BLOCKS, PERIODS, productOf, totalOf, VESTING_DAYS } from './path-cases.js';
export type {
  Path,
  PathCase,
  PathChain,
  PathContract,
  PathHandle,
  PathParties,
  PathStep,
  PathSubject,
  PathView,
} from './path-cases.js';
export { PATHS } from './path-cases.js';
export { runPathCase } from './run-path-case.js';
export type { PathOutcome } from './run-path-case.js';
