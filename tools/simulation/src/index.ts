export {
  calendarPart,
  fundCalendar,
  lastDaySalary,
  type Month,
  monthlyGrant,
  openedByCalendar,
  trancheList,
} from './calendars.js';
export { createChainFaults } from './simulated-chain.js';
export type { ChainFaults, FaultTimes, FaultyScene } from './simulated-chain.js';
export { snapshotOfIndex } from './index-snapshot.js';
export type { IndexSnapshot } from './index-snapshot.js';
export { currencyTermsOf, minuteOf, openOracle } from './currency.js';
export type { TestOracle } from './currency.js';
export { buildFunding, decodeHex, layOutPart, openedBy, sign } from './plans.js';
export type { SignedTransaction } from './plans.js';
export { seedsOf } from './seeds.js';
export { endOf, killServices, listeningUrl, spawnService, startServiceProcess } from './service-process.js';
export type { Ending, ServiceChild, ServiceProcess } from './service-process.js';
export { startSimulatedChain } from './simulated-chain.js';
export type { SimulatedChain } from './simulated-chain.js';
