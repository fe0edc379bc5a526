import type { AskedEffect } from '@weir/verify';
import type { Connection } from '../connection/connection.js';
import type { ConfirmPath } from '../steps/pending.js';
import type { Wallet } from '../wallet.js';
import { campaignClaim, campaignOpening } from './campaigns.js';
import type { ChainReads, Network } from './chain-reads.js';
import { planMoves, planPartOpening } from './plans.js';
import { proposalEffects, vaultDeposit } from './proposals.js';
import { recordMove, recordOpening } from './records.js';

/** What a signature is for. */
export interface Purpose {
  /** The confirmation that it leads to names what is done. */
  readonly path: ConfirmPath;
  /** Id of the record. */
  readonly id: string;
  /** Ids of the streams of a plan that may be moved. */
  readonly streamIds?: readonly string[];
  /** Satoshis for 1,000 bytes that the caller offered. */
  readonly feeRate?: number | undefined;
}

/** Who signs, and where what they sign is looked up. */
export interface Scene {
  readonly connection: Connection;
  readonly wallet: Wallet;
  /** All of the wallet's. */
  readonly addresses: readonly string[];
  readonly network: Network;
  readonly reads: ChainReads;
}

/** What a transaction may do, as its caller asked. */
export interface Expectation {
  readonly effects: readonly AskedEffect[];
  /** Whether the caller's own words or the chain decide about it; else somebody must read it. */
  readonly isTold: boolean;
  /** Fundings of campaigns whose lanes it spends, hex. */
  readonly campaigns?: readonly string[];
}

const MOVES: Readonly<Record<string, 'PAY' | 'CANCEL' | 'PAUSE' | 'RESUME'>> = {
  'confirm-claim': 'PAY',
  'confirm-cancel': 'CANCEL',
  'confirm-pause': 'PAUSE',
  'confirm-resume': 'RESUME',
};

/** Derives what a transaction may do from what its caller asked for. */
export const expectationOf = async (scene: Scene, purpose: Purpose, built: unknown): Promise<Expectation> => {
  const [, , product, , step = ''] = purpose.path.split('/');
  const move = MOVES[step];
  switch (product) {
    case 'streams':
    case 'payments':
      return move === undefined
        ? recordOpening(scene, product, purpose.id)
        : { effects: [await recordMove(scene, product, purpose.id, move)], isTold: true };
    case 'plans':
      return move === undefined ? planPartOpening(scene, purpose.id) : planMoves(scene, purpose, move, built);
    case 'airdrops':
      return move === undefined ? campaignOpening(scene, purpose.id) : campaignClaim(scene, purpose.id, built);
    case 'vaults':
      return vaultDeposit(scene, purpose.id, built);
    default:
      return proposalEffects(scene, purpose.id);
  }
};
