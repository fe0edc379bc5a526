export { startDevnet, addressPrefix, type Devnet, type DevnetOptions } from './start-devnet.js';
export { DevnetControl } from './control/devnet-control.js';
export { DevnetError } from './control/control-client.js';
export type * from './control/control.types.js';
export type { Limits } from './electrum/services.js';
export { createNode, NodeRejection } from './node/index.js';
export { passTime } from './node/pass-time.js';
export type {
  ChainNode,
  NodeBlock,
  NodeOptions,
  NodeTransaction,
  TokenData,
  TransactionOutput,
} from './node/node.types.js';
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
