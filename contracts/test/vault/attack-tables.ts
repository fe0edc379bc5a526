import type { Attack, HonestSpend } from '../support/attack-suite.js';
import { inputAttacks } from './attacks/inputs.js';
import { signatureAttacks } from './attacks/signatures.js';
import { closingAttacks, continuingAttacks } from './attacks/state.js';

/** What a vault is attacked with, and the spends that it is tried on. */
export const vaultTables = (
  spends: readonly HonestSpend[],
): readonly (readonly [title: string, attacks: readonly Attack[], targets: readonly HonestSpend[]])[] => {
  // Signatures are checked before anything else is looked at: each shape once, not each pair of signers again.
  const shapes = spends.filter(({ name, draft }) => draft.inputs.length <= 3 && !name.includes('third signer'));
  return [
    ['signatures', signatureAttacks, shapes],
    ['inputs', inputAttacks, spends],
    ['the state that goes on', continuingAttacks, spends],
    ['the state that ends', closingAttacks, spends],
  ];
};
