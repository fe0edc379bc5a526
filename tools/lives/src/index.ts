export * from './chains.js';
export { creationOf, kindsOf, type Life, LIVES, type LifeStage, type LifeWallets } from './lives.js';
export * from './open.js';
export type * from './stage.js';
export * from './terms.js';
