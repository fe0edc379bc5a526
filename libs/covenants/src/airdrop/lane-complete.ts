import type { AirdropCoin } from './airdrop-coin.js';
import type { AirdropContract } from './airdrop-contract.js';
import { airdropClaims } from './airdrop-parameters.js';
import { emptyAirdropRoot } from './airdrop-state.js';

/** Whether a lane has paid every claim it was funded for. */
export const isLaneComplete = ({ parameters }: AirdropContract, { state }: AirdropCoin): boolean =>
  parameters.kind === 'WHITELIST'
    ? state.root === emptyAirdropRoot(parameters.depth)
    : state.claims >= airdropClaims(parameters) / parameters.lanes;
