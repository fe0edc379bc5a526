import { binToHex } from '@bitauth/libauth';
import { at } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { accept, judge } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { gainOf } from '../support/transaction.js';
import { START } from '../vesting/terms.js';
import { deploymentOf } from './support/coins.js';
import { PAYOUT } from './support/constants.js';
import { draftCancel, draftPayment, draftRefund } from './support/drafts.js';
import { vestingTokenSpends } from './support/honest-spends.js';
import { createStream, linear } from './support/stream.js';

describe('every honest path is accepted with counters that are not zero', () => {
  it.each(vestingTokenSpends().map((spend) => [spend.name, spend] as const))('%s', (_, { draft, tip }) => {
    expect(judge(draft, tip)).toMatchObject({ accepted: true });
  });
});

describe('who gets what', () => {
  const stream = createStream(linear);
  const tip = { height: 900_000, mtp: Number(linear.end) + 1 };
  const time = Number(START) + 50_000_000;
  const released = 1_234_567_890_123n;
  // 50,000,000 of 86,400,000 seconds of 10,000,000,000,000 units, less what was released.
  const due = 5_787_037_037_037n - released;
  const active = deploymentOf(stream, { cancelled: false, released, latest: START }, { reserve: 30_000n, surplus: 7n });
  const cancelled = deploymentOf(
    stream,
    { cancelled: true, released, latest: START },
    { reserve: 30_000n, surplus: 7n },
  );

  it('a claim pays exactly what is due with 1,000 satoshis, and takes no more than its size as fee', () => {
    const sealed = accept(draftPayment({ ...active, locktime: time, signer: recipient }), tip);
    const [state, companion, payout] = sealed.transaction.outputs;
    expect(payout?.token?.amount).toBe(due);
    expect(companion?.token?.amount).toBe(linear.total - released - due + 7n);
    expect(gainOf(sealed, recipient.lockingBytecode)).toBe(PAYOUT);
    expect(state?.valueSatoshis).toBe(active.state.output.valueSatoshis - PAYOUT - BigInt(sealed.size));
  });

  it('the state it leaves holds the new counters, little-endian', () => {
    const { outputs } = draftPayment({ ...active, locktime: time, signer: recipient });
    // 5,787,037,037,037 = 0x0543664971ed and 1,750,000,000 = 0x684ee180.
    expect(binToHex(at(outputs, 0).token?.nft?.commitment ?? new Uint8Array())).toBe(
      '0100' + 'ed71496643050000' + '80e14e6800',
    );
  });

  it('a close returns the reserve and the tokens beyond the total to the sender, in one output', () => {
    const sealed = accept(draftPayment({ ...active, locktime: Number(linear.end), signer: recipient }), tip);
    const [payout, back] = sealed.transaction.outputs;
    expect(payout?.token?.amount).toBe(linear.total - released);
    expect(back?.token?.amount).toBe(7n);
    expect(gainOf(sealed, sender.lockingBytecode)).toBe(2_500n + 30_000n + 1_000n - PAYOUT - BigInt(sealed.size));
  });

  it('a cancel pays what is due, starts the clock and keeps the rest', () => {
    const sealed = accept(draftCancel({ ...active, locktime: time, signer: sender }), tip);
    const [state, companion, clock, payout] = sealed.transaction.outputs;
    expect(state?.token).toMatchObject({ amount: 0n, nft: { capability: 'mutable' } });
    expect(companion?.token?.amount).toBe(linear.total - released - due + 7n);
    expect(clock?.token).toEqual({ category: stream.category, amount: 1n });
    expect(payout?.token?.amount).toBe(due);
  });

  it('a refund returns every token and satoshi to the sender but its fee', () => {
    const sealed = accept(draftRefund(cancelled), tip);
    expect(sealed.transaction.outputs).toHaveLength(1);
    expect(at(sealed.transaction.outputs, 0).token?.amount).toBe(linear.total - released + 7n);
    expect(gainOf(sealed, sender.lockingBytecode)).toBe(2_500n + 30_000n + 1_000n + 681n - BigInt(sealed.size));
  });

  it('a push costs its payer the fee and the 1,000 satoshis of the payout', () => {
    const sealed = accept(draftPayment({ ...active, locktime: time, purse: purse(outsider, 20_000n) }), tip);
    expect(gainOf(sealed, outsider.lockingBytecode)).toBe(-PAYOUT - BigInt(sealed.size));
    expect(gainOf(sealed, stream.lockingBytecode)).toBe(0n);
  });
});
