import fc from 'fast-check';
import { findScheduleProblem, MAX_TIME, MIN_TIME, vestedAmount } from '@weir/vesting';
import { changeValue } from '../attacks/mutations.js';
import { purse } from '../support/coins.js';
import { judge } from '../support/judge.js';
import { recipient } from '../support/parties.js';
import { RUNS, scheduleTimes } from '../vesting/arbitraries.js';
import { clockCoin } from '../vesting/state.js';
import { terms } from './support/arbitraries.js';
import { stateCoin } from './support/coins.js';
import { DUST } from './support/constants.js';
import { draftPayment } from './support/drafts.js';
import { createStream } from './support/stream.js';

describe('the formula on the chain is that of the vesting library', () => {
  it('for any schedule and time: exactly this amount is accepted, and not a satoshi more or less', () => {
    let paid = 0;
    fc.assert(
      fc.property(
        terms.chain((any) => fc.tuple(fc.constant(any), scheduleTimes(any), fc.boolean(), fc.bigInt(0n, 1_000n))),
        ([any, time, cancelled, share]) => {
          expect(findScheduleProblem(any)).toBeUndefined();
          const stream = createStream(any);
          const vested = vestedAmount(any, time);
          const released = vested < DUST ? 0n : ((vested - DUST) * share) / 1_000n;
          const state = stateCoin(stream, { cancelled, released, latest: MIN_TIME }, 50_000n);
          const draft = draftPayment({
            stream,
            state,
            clock: clockCoin(stream, 700n),
            locktime: Number(time),
            signer: recipient,
            purse: purse(recipient, 50_000n),
          });
          const tip = { height: 900_000, mtp: Number(MAX_TIME) + 1 };

          const left = any.total - vested;
          const payable = vested - released >= DUST && (left === 0n || left >= DUST);
          const payout = left === 0n ? 0 : 1;
          const byScript = { accepted: false, by: 'script' };
          expect(judge(draft, tip, payable ? 'passes' : 'fails')).toMatchObject(
            payable ? { accepted: true } : byScript,
          );
          expect(
            judge(changeValue(changeValue(draft, payout, 1n), draft.outputs.length - 1, -1n), tip, 'fails'),
          ).toMatchObject(byScript);
          expect(
            judge(changeValue(changeValue(draft, payout, -1n), draft.outputs.length - 1, 1n), tip, 'fails'),
          ).toMatchObject(byScript);
          paid += payable ? 1 : 0;
        },
      ),
      { numRuns: RUNS(60) },
    );
    expect(paid).toBeGreaterThan(RUNS(60) / 4);
  });
});
