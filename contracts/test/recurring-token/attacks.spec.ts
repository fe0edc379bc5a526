import { amountAttacks, amountLiberties } from '../attacks/amounts.js';
import { clockOutputAttacks } from '../attacks/clock-output.js';
import { inputAttacks } from '../attacks/inputs.js';
import { outputAttacks } from '../attacks/outputs.js';
import { pairAttacks } from '../attacks/pair.js';
import { relativeLockAttacks } from '../attacks/relative-lock.js';
import { signingAttacks } from '../attacks/signing.js';
import { stateOutputAttacksOn } from '../attacks/state-output.js';
import { timingAttacks, timingLiberties } from '../attacks/timing.js';
import { tokenPaymentAttacks } from '../attacks/token-payments.js';
import { recurringSpends } from '../recurring/honest-spends.js';
import { TOKENS } from '../recurring/mode.js';
import { monthlyOf } from '../recurring/terms.js';
import { describeAttacks, describeLiberties } from '../support/attack-suite.js';

const spends = recurringSpends(TOKENS, monthlyOf(1_000_000n));

describeAttacks('signatures and arguments', signingAttacks, spends);
describeAttacks('time', timingAttacks, spends);
describeAttacks('amounts and fees', amountAttacks, spends);
describeAttacks('payouts and tokens', outputAttacks, spends);
describeAttacks('the pair of state and tokens', pairAttacks, spends);
describeAttacks('tokens paid and returned', tokenPaymentAttacks, spends);
describeAttacks('the state that continues', stateOutputAttacksOn(17), spends);
describeAttacks('the clock of a pause or cancel', clockOutputAttacks, spends);
describeAttacks('inputs', inputAttacks, spends);
describeAttacks('the relative lock of the clock', relativeLockAttacks, spends);
describeLiberties('what spenders may choose: time', timingLiberties, spends);
describeLiberties('what spenders may choose: amounts', amountLiberties, spends);
