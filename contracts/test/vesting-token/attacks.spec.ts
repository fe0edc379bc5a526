import { amountAttacks, amountLiberties } from '../attacks/amounts.js';
import { clockOutputAttacks } from '../attacks/clock-output.js';
import { inputAttacks } from '../attacks/inputs.js';
import { outputAttacks } from '../attacks/outputs.js';
import { pairAttacks } from '../attacks/pair.js';
import { relativeLockAttacks } from '../attacks/relative-lock.js';
import { signingAttacks } from '../attacks/signing.js';
import { stateOutputAttacks } from '../attacks/state-output.js';
import { timingAttacks, timingLiberties } from '../attacks/timing.js';
import { tokenPaymentAttacks } from '../attacks/token-payments.js';
import { describeAttacks, describeLiberties, everySpend } from '../support/attack-suite.js';
import { vestingTokenSpends } from './support/honest-spends.js';

const spends = vestingTokenSpends();

describeAttacks('signatures and arguments', signingAttacks, spends);
// What has vested is computed another way in steps.
describeAttacks('time', timingAttacks, spends, everySpend);
describeAttacks('amounts and fees', amountAttacks, spends);
describeAttacks('payouts and tokens', outputAttacks, spends);
describeAttacks('the pair of state and tokens', pairAttacks, spends);
describeAttacks('tokens paid and returned', tokenPaymentAttacks, spends);
describeAttacks('the state that continues', stateOutputAttacks, spends);
describeAttacks('the clock of a cancel', clockOutputAttacks, spends);
describeAttacks('inputs', inputAttacks, spends);
describeAttacks('the relative lock of the clock', relativeLockAttacks, spends);
describeLiberties('what spenders may choose: time', timingLiberties, spends);
describeLiberties('what spenders may choose: amounts', amountLiberties, spends);
