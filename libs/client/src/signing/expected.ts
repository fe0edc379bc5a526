import { addressMoves } from './address-moves.js';
import { campaignClaim, campaignOpening } from './campaigns.js';
import { currencyMove, currencyOpening, currencyTaking } from './currency-payments.js';
import { planMoves, planPartOpening } from './plans.js';
import { proposalEffects, vaultDeposit, vaultRecovery } from './proposals.js';
import { purseEffects } from './purses.js';
import { recordMove, recordOpening } from './records.js';
import type { Expectation, Purpose, Scene } from './scene.js';

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
        : { effects: [await recordMove(scene, product, purpose.id, move)], isRequested: true };
    case 'currency-payments':
      if (step === 'confirm-take') return currencyTaking(scene, purpose.id);
      return purpose.move === undefined
        ? currencyOpening(scene, purpose.id)
        : currencyMove(scene, purpose, purpose.move);
    case 'plans':
      return move === undefined ? planPartOpening(scene, purpose) : planMoves(scene, purpose, move, built);
    case 'airdrops':
      return move === undefined ? campaignOpening(scene, purpose.id) : campaignClaim(scene, purpose, built);
    case 'vaults':
      return step === 'recovery' ? vaultRecovery(scene, purpose) : vaultDeposit(scene, purpose, built);
    case 'purses':
      return purseEffects(scene, purpose);
    case 'moves':
      return addressMoves(scene, purpose, built);
    default:
      return proposalEffects(scene, purpose.id);
  }
};
