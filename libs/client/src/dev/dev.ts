import type { Connection } from '../connection/connection.js';
import type { Dev } from './dev.types.js';

/** Creates the dev kit's part of a client. Its code is loaded when it is first used: it serves local stacks alone. */
export const createDev = (connection: Connection): Dev => {
  const kit = async (): Promise<Dev> => (await import('./dev-kit.js')).createDevKit(connection);
  return {
    chain: async (...input) => (await kit()).chain(...input),
    faucet: async (...input) => (await kit()).faucet(...input),
    tokens: async (...input) => (await kit()).tokens(...input),
    mine: async (...input) => (await kit()).mine(...input),
    passTime: async (...input) => (await kit()).passTime(...input),
    reorganise: async (...input) => (await kit()).reorganise(...input),
  };
};
