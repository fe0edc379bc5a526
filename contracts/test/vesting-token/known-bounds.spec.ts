import { append, changeOutput, changeValue } from '../attacks/mutations.js';
import { payTo, purse } from '../support/coins.js';
import { accept, judge } from '../support/judge.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { coinOf, gainOf, seal } from '../support/transaction.js';
import { START } from '../vesting/terms.js';
import { deploymentOf } from './support/coins.js';
import { FEE, PAYOUT } from './support/constants.js';
import { draftCancel, draftPayment, draftRefund } from './support/drafts.js';
import { createStream, linear, TOKEN } from './support/stream.js';
import { TokenScenario } from './support/token-scenario.js';

/** What a determined attacker can still do, and how much it is worth to them: docs/covenants.md, "Known bounds". */

const { total, end } = linear;
const stream = createStream(linear);
const tip = { height: 900_000, mtp: Number(end) + 1 };
const released = total / 10n;
const timeOf = (vested: bigint): number => Number(START + (vested * (end - START) + total - 1n) / total);
const cancelled = deploymentOf(stream, { cancelled: true, released, latest: START }, { reserve: 40_000n });
const MIDDLE = timeOf(total / 2n);

describe('an immutable NFT of the token’s category, which scripts cannot tell from tokens', () => {
  const nft = { capability: 'none', commitment: Uint8Array.of(1) } as const;
  const token = { category: TOKEN, amount: 0n, nft };
  const own = { ...purse(outsider, 20_000n) };
  const holding = { ...own, coin: { ...own.coin, output: { ...own.coin.output, token } } };
  const push = draftPayment({ ...cancelled, locktime: MIDDLE, purse: purse(outsider, 20_000n) });
  const withNft = { ...push, inputs: [...push.inputs.slice(0, 2), holding] };
  const hung = (index: number) =>
    changeOutput(changeValue(withNft, 3, -500n), index, (output) =>
      output.token === undefined ? output : { ...output, token: { ...output.token, nft } },
    );

  it('may be hung on the payout or the companion by whoever has one', () => {
    expect(judge(hung(2), tip).accepted).toBe(true);
    expect(judge(hung(1), tip).accepted).toBe(true);
  });

  it('and is dropped from the companion by the next transition, which never needs it', () => {
    const sealed = accept(hung(1), tip);
    const next = { stream, state: coinOf(sealed, 0), companion: coinOf(sealed, 1) };
    const draft = draftPayment({ ...next, locktime: timeOf((total * 9n) / 10n), signer: recipient });
    const bare = changeOutput(draft, 1, (output) =>
      output.token === undefined
        ? output
        : { ...output, token: { category: output.token.category, amount: output.token.amount } },
    );
    expect(judge(bare, tip).accepted).toBe(true);
  });
});

describe('what a stranger may keep of a fee', () => {
  const push = draftPayment({ ...cancelled, locktime: MIDDLE });
  const { size } = seal(push);
  const spare = FEE - PAYOUT - BigInt(size);

  it('nothing where they bring no coin of their own', () => {
    expect(judge(append(changeValue(push, 0, -spare), payTo(outsider, spare - 34n)), tip)).toMatchObject({
      by: 'policy',
    });
  });

  it('with one, what the bound leaves above the size: under 150 satoshis a push', () => {
    const own = purse(outsider, 10_000n);
    const bare = { ...changeValue(push, 0, -spare), inputs: [...push.inputs, own] };
    const kept = 10_000n + FEE - PAYOUT - BigInt(seal(append(bare, payTo(outsider, 0n))).size);
    expect(judge(append(bare, payTo(outsider, kept)), tip).accepted).toBe(true);
    expect(kept > 10_000n && kept < 10_150n).toBe(true);
  });

  it('nothing of a refund, which has one output', () => {
    const refund = draftRefund(cancelled);
    expect(judge(append(refund, payTo(outsider, 0n)), tip)).toMatchObject({ by: 'script' });
  });
});

describe('what the recipient may take of the reserve', () => {
  it('is the bound less the size, with every claim worth its fee', () => {
    const active = deploymentOf(stream, { cancelled: false, released, latest: START }, { reserve: 40_000n });
    const claim = draftPayment({ ...active, locktime: MIDDLE, signer: recipient });
    const spare = FEE - PAYOUT - BigInt(seal(claim).size);
    const greedy = changeValue(changeValue(claim, 0, -spare), 2, spare);
    expect(gainOf(accept(greedy, tip), recipient.lockingBytecode)).toBe(PAYOUT + spare);
    expect(judge(changeValue(changeValue(greedy, 0, -1n), 2, 1n), tip)).toMatchObject({ by: 'script' });
  });
});

describe('a sender who dates a cancel back by less than a push pays for', () => {
  it('gains it where the recipient sleeps and no watcher has a coin', () => {
    const scenario = new TokenScenario(
      stream,
      { reserve: 0n },
      { cancelled: false, released, latest: BigInt(timeOf(released)) },
    );
    scenario.wait(0, timeOf(released + total / 12n) + 1);
    scenario.send(
      draftCancel({
        ...scenario.deployment,
        signer: sender,
        locktime: timeOf(released),
        purse: purse(sender, 60_000n),
      }),
    );
    const due = { ...scenario.deployment, locktime: timeOf(released + total / 12n) };
    expect(judge(draftPayment(due), scenario.tip)).toMatchObject({ by: 'script' });
    // With a claim of the recipient's, or a coin of about 2,500 satoshis of a watcher's, they do not.
    expect(judge(draftPayment({ ...due, signer: recipient }), scenario.tip).accepted).toBe(true);
    expect(judge(draftPayment({ ...due, purse: purse(outsider, 3_500n) }), scenario.tip).accepted).toBe(true);
  });

  it('and the more the reserve holds, the less that is', () => {
    const scenario = new TokenScenario(
      stream,
      { reserve: 60_000n },
      { cancelled: false, released, latest: BigInt(timeOf(released)) },
    );
    scenario.wait(0, timeOf(released + total / 12n) + 1);
    scenario.send(draftCancel({ ...scenario.deployment, signer: sender, locktime: timeOf(released) }));
    expect(
      judge(draftPayment({ ...scenario.deployment, locktime: timeOf(released + total / 12n) }), scenario.tip).accepted,
    ).toBe(true);
  });
});

describe('a recipient without any BCH, the reserve used up', () => {
  const active = deploymentOf(stream, { cancelled: false, released, latest: START }, { reserve: 0n });

  it('claims nothing before the end', () => {
    expect(judge(draftPayment({ ...active, locktime: MIDDLE, signer: recipient }), tip)).toMatchObject({
      by: 'script',
    });
  });

  it('is paid by whoever pushes, and by themselves at the end', () => {
    expect(judge(draftPayment({ ...active, locktime: MIDDLE, purse: purse(outsider, 9_000n) }), tip).accepted).toBe(
      true,
    );
    expect(judge(draftPayment({ ...active, locktime: Number(end), signer: recipient }), tip).accepted).toBe(true);
  });

  it('claims with the satoshis that came with earlier payments', () => {
    const draft = draftPayment({ ...active, locktime: MIDDLE, signer: recipient, purse: purse(recipient, 3_500n) });
    expect(judge(draft, tip).accepted).toBe(true);
    expect(gainOf(seal(draft), recipient.lockingBytecode)).toBe(-BigInt(seal(draft).size));
  });
});
