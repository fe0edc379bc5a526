export { startDevnet, addressPrefix, type Devnet, type DevnetOptions } from './start-devnet.js';
export { DevnetControl } from './control/devnet-control.js';
export { DevnetError } from './control/control-client.js';
export type * from './control/control.types.js';
export type { Limits } from './electrum/services.js';
export { createNode, passTime, type ChainNode } from './node/node.js';
export { NodeRejection } from './node/node.types.js';
export type { NodeBlock, NodeOptions, NodeTransaction, TokenData, TransactionOutput } from './node/node.types.js';
export { startElectrumProxy, type ElectrumProxy } from './proxy/electrum-proxy.js';
export type { Fault, Misbehaviour, ProxiedCall } from './proxy/misbehaviour.js';
export { lies } from './proxy/lies.js';
export {
  issueToken,
  publishRegistry,
  type IssuedToken,
  type RegistryPublication,
  type TokenIdentity,
} from './tokens/issue-token.js';
export { startOracle, type LocalOracle, type OracleOptions } from './oracle/start-oracle.js';
