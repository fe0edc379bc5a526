import { purse } from '../support/coins.js';
import { recipient } from '../support/parties.js';
import { START, type Terms } from '../vesting/terms.js';
import { FEE, FLOOR } from './support/constants.js';
import { draftPayment } from './support/drafts.js';
import { StreamLife } from './support/life.js';
import { createStream, linear, stepped } from './support/stream.js';

const CLAIMS = 50n;

/** Claims fifty times, the last one at the end; fees from the reserve while it lasts, then from the recipient. */
const claimAll = (terms: Terms, reserve: bigint) => {
  const life = new StreamLife(createStream(terms), reserve);
  let fromOwnMoney = 0;
  let fees = 0n;
  for (let claim = 1n; claim <= CLAIMS; claim += 1n) {
    const time = START + ((terms.end - START) * claim) / CLAIMS;
    life.wait(1, Number(time) + 1);
    const { state } = life.deployment;
    const spare = state.output.valueSatoshis - (terms.total - life.state.released) - FLOOR;
    const own = spare < FEE && claim < CLAIMS;
    const { fee } = life.send(
      draftPayment({
        ...life.deployment,
        locktime: Number(time),
        signer: recipient,
        ...(own ? { purse: purse(recipient, 20_000n) } : {}),
      }),
    );
    fromOwnMoney += own ? 1 : 0;
    fees += fee;
  }
  return { life, fromOwnMoney, fees };
};

describe('a stream claimed fifty times', () => {
  it.each([
    ['linear', linear],
    ['of a prime total', { ...linear, total: 999_999_937n, label: 'prime' }],
    ['of little', { ...linear, total: 60_013n, label: 'little' }],
  ])('%s pays every satoshi when the reserve suffices', (_, terms) => {
    const { life, fromOwnMoney, fees } = claimAll(terms, CLAIMS * FEE);
    expect(life.closed).toBe(true);
    expect(fromOwnMoney).toBe(0);
    expect(life.paid.recipient).toBe(terms.total);
    expect(life.paid.recipient + life.paid.sender + fees).toBe(life.funded);
  });

  it('pays every satoshi when the reserve is used up after five', () => {
    const { life, fromOwnMoney, fees } = claimAll(linear, 5n * FEE);
    expect(life.closed).toBe(true);
    expect(fromOwnMoney).toBeGreaterThan(40);
    expect(life.paid.recipient + life.paid.sender + fees).toBe(life.funded);
    expect(life.paid.recipient > linear.total - fees).toBe(true);
  });

  it('pays every satoshi of a stream in fifty steps', () => {
    const terms = { ...stepped, step: (linear.end - START) / CLAIMS, cliff: 0n, label: 'fifty steps' };
    const { life } = claimAll(terms, CLAIMS * FEE);
    expect(life.paid.recipient).toBe(terms.total);
  });
});
