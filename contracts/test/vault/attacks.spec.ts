import { describeAttacks } from '../support/attack-suite.js';
import { inputAttacks } from './attacks/inputs.js';
import { signatureAttacks } from './attacks/signatures.js';
import { closingAttacks, continuingAttacks } from './attacks/state.js';
import { vaultSpends } from './support/vault.js';

const spends = vaultSpends();
/** Signatures are checked before anything else is looked at: each shape once, not each pair of signers again. */
const shapes = spends.filter(({ name, draft }) => draft.inputs.length <= 3 && !name.includes('third signer'));

describeAttacks('signatures', signatureAttacks, shapes);
describeAttacks('inputs', inputAttacks, spends);
describeAttacks('the state that goes on', continuingAttacks, spends);
describeAttacks('the state that ends', closingAttacks, spends);
