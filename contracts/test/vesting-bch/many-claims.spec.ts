import { purse } from '../support/coins.js';
import { recipient } from '../support/parties.js';
import { START, type Terms } from '../vesting/terms.js';
import { FEE, FLOOR } from './support/constants.js';
import { draftPayment } from './support/drafts.js';
import { StreamScenario } from './support/stream-scenario.js';
import { createStream, linear, stepped } from './support/stream.js';

const CLAIMS = 50n;

/** Claims fifty times, the last one at the end; fees from the reserve while it lasts, then from the recipient. */
const claimAll = (terms: Terms, reserve: bigint) => {
  const scenario = new StreamScenario(createStream(terms), reserve);
  let fromOwnMoney = 0;
  let fees = 0n;
  for (let claim = 1n; claim <= CLAIMS; claim += 1n) {
    const time = START + ((terms.end - START) * claim) / CLAIMS;
    scenario.wait(1, Number(time) + 1);
    const { state } = scenario.deployment;
    const spare = state.output.valueSatoshis - (terms.total - scenario.state.released) - FLOOR;
    const own = spare < FEE && claim < CLAIMS;
    const { fee } = scenario.send(
      draftPayment({
        ...scenario.deployment,
        locktime: Number(time),
        signer: recipient,
        ...(own ? { purse: purse(recipient, 20_000n) } : {}),
      }),
    );
    fromOwnMoney += own ? 1 : 0;
    fees += fee;
  }
  return { scenario, fromOwnMoney, fees };
};

describe('a stream claimed fifty times', () => {
  it.each([
    ['linear', linear],
    ['of a prime total', { ...linear, total: 999_999_937n, label: 'prime' }],
    ['of little', { ...linear, total: 60_013n, label: 'little' }],
  ])('%s pays every satoshi when the reserve suffices', (_, terms) => {
    const { scenario, fromOwnMoney, fees } = claimAll(terms, CLAIMS * FEE);
    expect(scenario.closed).toBe(true);
    expect(fromOwnMoney).toBe(0);
    expect(scenario.paid.recipient).toBe(terms.total);
    expect(scenario.paid.recipient + scenario.paid.sender + fees).toBe(scenario.funded);
  });

  it('pays every satoshi when the reserve is used up after five', () => {
    const { scenario, fromOwnMoney, fees } = claimAll(linear, 5n * FEE);
    expect(scenario.closed).toBe(true);
    expect(fromOwnMoney).toBeGreaterThan(40);
    expect(scenario.paid.recipient + scenario.paid.sender + fees).toBe(scenario.funded);
    expect(scenario.paid.recipient > linear.total - fees).toBe(true);
  });

  it('pays every satoshi of a stream in fifty steps', () => {
    const terms = { ...stepped, step: (linear.end - START) / CLAIMS, cliff: 0n, label: 'fifty steps' };
    const { scenario } = claimAll(terms, CLAIMS * FEE);
    expect(scenario.paid.recipient).toBe(terms.total);
  });
});
