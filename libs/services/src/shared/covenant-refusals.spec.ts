import { CovenantError, covenantError, InsufficientFundsError, InsufficientTokensError } from '@weir/covenants';
import { toRefusal, withFunds } from './covenant-refusals.js';

const category = 'ab'.repeat(32);

describe("a builder's error", () => {
  it('names the wallet and what it lacks', () => {
    const satoshis = new InsufficientFundsError(2_000n, 1_500n);
    expect(toRefusal(satoshis, 'sender')).toMatchObject({
      name: 'ServiceError',
      code: 'INSUFFICIENT_FUNDS',
      message: "The sender's wallet needs 2000 satoshis in coins without tokens and has 1500",
      details: { wallet: 'sender', neededSatoshis: '2000', availableSatoshis: '1500' },
      cause: satoshis,
    });
    expect(toRefusal(new InsufficientTokensError(category, 7n, 0n), 'creator')).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      message: `The creator's wallet needs 7 units of token ${category} and has 0 to spend`,
      details: { wallet: 'creator', tokenCategory: category, neededTokens: '7', availableTokens: '0' },
    });
  });

  it('says of a vault that it is the vault, no matter who asks', () => {
    expect(toRefusal(new InsufficientFundsError(5n, 3n, 'vault'), 'creator')).toMatchObject({
      message: 'The vault needs 5 satoshis in its state and coins without tokens and has 3',
      details: { wallet: 'vault' },
    });
    expect(toRefusal(new InsufficientTokensError(category, 5n, 3n, 'vault'), 'creator')).toMatchObject({
      message: `The vault needs 5 units of token ${category} and has 3 to spend`,
      details: { wallet: 'vault' },
    });
  });

  it.each([
    ['BELOW_DUST', 'INVALID_AMOUNT', { field: 'amount' }],
    ['NO_SUCH_COIN', 'WRONG_STATE', { field: 'outpoint' }],
    ['PAYS_ITSELF', 'INVALID_REQUEST', { field: 'recipient' }],
    ['LANE_EXHAUSTED', 'WRONG_STATE', { problem: 'LANE_EXHAUSTED' }],
  ] as const)('%s is shown as %s', (reason, code, details) => {
    const error = covenantError(reason, 'why');
    expect(toRefusal(error, 'vault')).toMatchObject({
      name: 'ServiceError',
      code,
      message: 'why',
      details,
      cause: error,
    });
  });

  it('that no request can have stays what it is, as does what is none', () => {
    for (const error of [covenantError('REFUSED', 'why'), new RangeError('misused'), 'text'])
      expect(toRefusal(error, 'vault')).toBe(error);
    const misuse = new RangeError('misused');
    const build = (): never => {
      throw misuse;
    };
    expect(() => withFunds('sender', build)).toThrow(misuse);
  });

  it('names its reason', () => {
    const error: unknown = new CovenantError('CLOSE_TOO_EARLY', 'why', { from: 5n });
    expect(error instanceof CovenantError && error.is('CLOSE_TOO_EARLY') && error.data.from).toBe(5n);
    expect(error instanceof CovenantError && error.is('REFUSED')).toBe(false);
  });
});
