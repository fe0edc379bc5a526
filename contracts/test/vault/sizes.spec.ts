import { at } from '../support/bytes.js';
import { FUNDED, payTo } from '../support/coins.js';
import { dustOf, judge } from '../support/judge.js';
import { recipient } from '../support/parties.js';
import { seal, type Coin, type Draft } from '../support/transaction.js';
import { createVault, deposit, draftSpend, restOf, stateCoin, stateOutput, tokenCoin } from './support/vault.js';

const vault = createVault('sizes');
const TIP = { ...FUNDED, height: FUNDED.height + 1 };
const state = stateCoin(vault, 0x01020304);
const deposits = (count: number): Coin[] => Array.from({ length: count }, (_, index) => deposit(vault, String(index)));

/** The state goes on, the recipient is paid, a satoshi a byte is the fee. */
const spend = (coins: readonly Coin[]): Draft => {
  const paid = [payTo(recipient, 10_000n)];
  const of = (fee: bigint) =>
    draftSpend({
      vault,
      coins: [state, ...coins],
      outputs: [stateOutput(vault, 0x01020305, restOf([state, ...coins], paid, fee)), ...paid],
    });
  return of(BigInt(seal(of(0n)).size));
};

/** Everything to the recipient. */
const all = (coins: readonly Coin[]): Draft => {
  const of = (fee: bigint) => draftSpend({ vault, coins, outputs: [payTo(recipient, restOf(coins, [], fee))] });
  return of(BigInt(seal(of(0n)).size));
};

const sizeOf = (draft: Draft): number => seal(draft).size;

it('measures what the documentation states', () => {
  expect({
    script: vault.script.length,
    spend: sizeOf(spend([])),
    'spend with a deposit': sizeOf(spend(deposits(1))),
    'spend with 50 deposits': sizeOf(spend(deposits(50))),
    close: sizeOf(all([state])),
    'close with 50 deposits': sizeOf(all([state, ...deposits(50)])),
    'a deposit alone': sizeOf(all(deposits(1))),
    '50 deposits alone': sizeOf(all(deposits(50))),
  }).toEqual({
    script: 337,
    spend: 713,
    'spend with a deposit': 1_097,
    'spend with 50 deposits': 19_913,
    close: 628,
    'close with 50 deposits': 19_828,
    'a deposit alone': 628,
    '50 deposits alone': 19_444,
  });
});

it('costs 384 satoshis for each further coin', () => {
  expect(sizeOf(spend(deposits(12))) - sizeOf(spend(deposits(11)))).toBe(384);
});

describe('within relay limits', () => {
  it.each([
    ['50 deposits with the state', spend(deposits(50))],
    ['50 deposits in a close', all([state, ...deposits(50)])],
    ['50 deposits without a state', all(deposits(50))],
    ['200 deposits with the state', spend(deposits(200))],
  ])('%s', (_, draft) => {
    expect(judge(draft, TIP)).toMatchObject({ accepted: true });
    expect(sizeOf(draft)).toBeLessThan(100_000);
  });

  it('50 token coins with the state, each to an output of its own', () => {
    const tokens = Array.from({ length: 50 }, (_, index) =>
      tokenCoin(vault, `token ${index}`, { amount: BigInt(index + 1) }),
    );
    const paid = tokens.map(({ output }) => ({ ...output, lockingBytecode: recipient.lockingBytecode }));
    const coins = [state, ...tokens];
    const draft = draftSpend({
      vault,
      coins,
      outputs: [stateOutput(vault, 0x01020305, restOf(coins, paid, 30_000n)), ...paid],
    });
    expect(judge(draft, TIP)).toMatchObject({ accepted: true });
    expect(sizeOf(draft)).toBeLessThan(100_000);
  });

  it('no unlocking bytecode is longer than 1,650 bytes', () => {
    const { inputs } = seal(spend(deposits(1))).transaction;
    expect(inputs.map(({ unlockingBytecode }) => unlockingBytecode.length)).toEqual([541, 341]);
  });
});

it('asks 699 satoshis of a state', () => {
  expect(dustOf(at(spend([]).outputs, 0))).toBe(699n);
});
