export { snapshotOfIndex } from './index-snapshot.js';
export type { IndexSnapshot } from './index-snapshot.js';
export { createRandom } from './random.js';
export type { Random } from './random.js';
export { seedsOf } from './seeds.js';
export { startServiceProcess } from './service-process.js';
export type { ServiceProcess } from './service-process.js';
export { startSimulatedChain } from './simulated-chain.js';
export type { SimulatedChain } from './simulated-chain.js';
