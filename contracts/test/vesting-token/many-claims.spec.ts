import { MAX_AMOUNT } from '@weir/vesting';
import { coinNamed } from '../support/coins.js';
import { recipient } from '../support/parties.js';
import { coinOf, SEQUENCE_PLAIN, type Coin } from '../support/transaction.js';
import { FIRST_TIME, START, type Terms } from '../vesting/terms.js';
import { FEE, FLOOR } from './support/constants.js';
import { draftPayment } from './support/drafts.js';
import { createStream, linear, stepped } from './support/stream.js';
import { TokenScenario } from './support/token-scenario.js';

const CLAIMS = 50n;
const NEW = { cancelled: false, released: 0n, latest: FIRST_TIME };

/** Claims fifty times, the last one at the end; fees from the reserve while it lasts, then from a coin of the recipient's. */
const claimAll = (terms: Terms, reserve: bigint, savings: bigint) => {
  const scenario = new TokenScenario(createStream(terms), { reserve }, NEW);
  let coin: Coin = coinNamed('savings', { lockingBytecode: recipient.lockingBytecode, valueSatoshis: savings });
  let fromOwnMoney = 0;
  for (let claim = 1n; claim <= CLAIMS; claim += 1n) {
    const time = START + ((terms.end - START) * claim) / CLAIMS;
    scenario.wait(1, Number(time) + 1);
    const { state } = scenario.deployment;
    const own = state.output.valueSatoshis - FLOOR < FEE && claim < CLAIMS;
    const purse = { coin, sequence: SEQUENCE_PLAIN, unlocking: { kind: 'key', owner: recipient } } as const;
    const sealed = scenario.send(
      draftPayment({ ...scenario.deployment, locktime: Number(time), signer: recipient, ...(own ? { purse } : {}) }),
    );
    if (own) coin = coinOf(sealed, sealed.transaction.outputs.length - 1, scenario.tip);
    fromOwnMoney += own ? 1 : 0;
  }
  return { scenario, fromOwnMoney };
};

describe('a stream of tokens claimed fifty times', () => {
  it.each([
    ['linear', linear],
    ['of a prime total', { ...linear, total: 999_999_999_989n, label: 'prime' }],
    ['of fifty units', { ...linear, total: 50n, label: 'fifty units' }],
    ['of all that can exist', { ...linear, total: MAX_AMOUNT, label: 'largest' }],
    ['in fifty steps', { ...stepped, step: (linear.end - START) / CLAIMS, cliff: 0n, label: 'fifty steps' }],
  ])('%s pays every unit to a recipient who owns no BCH, from the reserve', (_, terms) => {
    const { scenario, fromOwnMoney } = claimAll(terms, CLAIMS * FEE, 0n);
    expect(scenario.closed).toBe(true);
    expect(fromOwnMoney).toBe(0);
    expect(scenario.paidTokens).toEqual({ recipient: terms.total, sender: 0n });
    expect(scenario.paid.recipient).toBe(CLAIMS * 1_000n);
    expect(scenario.paid.sender > 0n).toBe(true);
  });

  it('pays every unit with the reserve used up after five, the recipient paying the others', () => {
    const { scenario, fromOwnMoney } = claimAll(linear, 5n * FEE, 200_000n);
    expect(scenario.closed).toBe(true);
    expect(fromOwnMoney).toBeGreaterThan(40);
    expect(scenario.paidTokens).toEqual({ recipient: linear.total, sender: 0n });
  });

  it('pays every unit at the end, from the floor alone, to a recipient who never had any BCH', () => {
    const scenario = new TokenScenario(createStream(linear), { reserve: 0n }, NEW);
    scenario.wait(0, Number(linear.end) + 1);
    scenario.send(draftPayment({ ...scenario.deployment, locktime: Number(linear.end), signer: recipient }));
    expect(scenario.paidTokens.recipient).toBe(linear.total);
  });
});
