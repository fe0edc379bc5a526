import fc from 'fast-check';
import { MAX_TIME, MIN_TIME, vestedAmount } from '@weir/vesting';
import { changeAmount } from '../attacks/mutations.js';
import { purse } from '../support/coins.js';
import { judge } from '../support/judge.js';
import { recipient } from '../support/parties.js';
import { RUNS, scheduleTimes } from '../vesting/arbitraries.js';
import { terms } from './support/arbitraries.js';
import { deploymentOf } from './support/coins.js';
import { draftPayment } from './support/drafts.js';
import { createStream } from './support/stream.js';

describe('the formula on the chain is that of the vesting library', () => {
  it('for any schedule and time: exactly this amount is accepted, and not a unit more or less', () => {
    let paid = 0;
    fc.assert(
      fc.property(
        terms.chain((any) => fc.tuple(fc.constant(any), scheduleTimes(any), fc.boolean(), fc.bigInt(0n, 999n))),
        ([any, time, cancelled, share]) => {
          const vested = vestedAmount(any, time);
          fc.pre(vested > 0n);
          const released = (vested * share) / 1_000n;
          const deployment = deploymentOf(
            createStream(any),
            { cancelled, released, latest: MIN_TIME },
            { reserve: 50_000n },
          );
          const draft = draftPayment({
            ...deployment,
            locktime: Number(time),
            signer: recipient,
            purse: purse(recipient, 50_000n),
          });
          const tip = { height: 900_000, mtp: Number(MAX_TIME) + 1 };

          const [payout, rest] = vested === any.total ? [0, 1] : [2, 1];
          const byScript = { accepted: false, by: 'script' };
          expect(judge(draft, tip, 'passes')).toMatchObject({ accepted: true });
          expect(judge(changeAmount(changeAmount(draft, payout, -1n), rest, 1n), tip, 'fails')).toMatchObject(byScript);
          expect(judge(changeAmount(changeAmount(draft, payout, 1n), rest, -1n), tip, 'fails')).toMatchObject(byScript);
          paid += 1;
        },
      ),
      { numRuns: RUNS(75) },
    );
    expect(paid).toBe(RUNS(75));
  });
});
