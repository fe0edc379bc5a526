import { MAX_AMOUNT } from '@weir/vesting';
import { purse } from '../support/coins.js';
import { judge } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { seal } from '../support/transaction.js';
import { deploymentOf } from './support/coins.js';
import { draftCancel, draftPayment, draftRefund } from './support/drafts.js';
import { createStream, linear } from './support/stream.js';
import { DAY, START } from '../vesting/terms.js';
const SMALLEST = { total: 30_000n, start: START, end: START + 100n, cliff: 0n, step: 0n, notice: 6, label: 'smallest' };
const LARGEST = { total: MAX_AMOUNT, start: 4_000_000_000n, end: 4_294_967_295n, cliff: 4_100_000_000n, step: 30n * DAY, notice: 65_535, label: 'largest' };
it('sizes', () => {
  for (const terms of [SMALLEST, LARGEST]) {
    const stream = createStream(terms);
    const mid = Number((terms.cliff === 0n ? terms.start + terms.end : terms.cliff + terms.end) / 2n);
    const released = terms.total / 64n;
    const a = deploymentOf(stream, { cancelled: false, released, latest: terms.start }, { reserve: 60000n });
    const c = deploymentOf(stream, { cancelled: true, released, latest: terms.start }, { reserve: 60000n });
    const s = terms === LARGEST ? {} : { surplus: 5n };
    const cs = deploymentOf(stream, { cancelled: true, released, latest: terms.start }, { reserve: 60000n, ...s });
    const all = {
      claim: draftPayment({ ...a, locktime: mid, signer: recipient }),
      own: draftPayment({ ...a, locktime: mid, signer: recipient, purse: purse(recipient, 9000n) }),
      push: draftPayment({ ...a, locktime: mid, purse: purse(outsider, 9000n) }),
      close: draftPayment({ ...a, locktime: Number(terms.end), signer: recipient }),
      cancel: draftCancel({ ...a, locktime: mid, signer: sender }),
      cancel0: draftCancel({ ...deploymentOf(stream, { cancelled: false, released: 0n, latest: 500000000n }, { reserve: 60000n }), locktime: Number(terms.start), signer: sender }),
      cancelOwn: draftCancel({ ...a, locktime: mid, signer: sender, purse: purse(sender, 50000n) }),
      pushN: draftPayment({ ...c, locktime: mid }),
      claimN: draftPayment({ ...c, locktime: mid, signer: recipient }),
      closePushN: draftPayment({ ...cs, locktime: Number(terms.end) }),
      closeN: draftPayment({ ...cs, locktime: Number(terms.end), signer: recipient }),
      refund: draftRefund(c),
    };
    console.log(stream.script.length, Object.entries(all).map(([n, d]) => { const v = judge(d, { height: 1e6, mtp: 2 ** 32 }); return `${n} ${seal(d).size} fee ${seal(d).fee} ${v.accepted ? 'ok' : v.reason}`; }).join('\n'));
  }
});
