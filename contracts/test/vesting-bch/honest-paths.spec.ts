import { binToHex } from '@bitauth/libauth';
import { SignatureTemplate } from 'cashscript';
import { vestingBchArtifact } from '../../src/index.js';
import { at } from '../support/bytes.js';
import { judge } from '../support/judge.js';
import { recipient, sender } from '../support/parties.js';
import { gainOf, seal } from '../support/transaction.js';
import { clockCoin } from '../vesting/state.js';
import { instantiate } from '../vesting/stream.js';
import { START } from '../vesting/terms.js';
import { stateCoin } from './support/coins.js';
import { FEE } from './support/constants.js';
import { draftPayment, draftRefund } from './support/drafts.js';
import { vestingBchSpends } from './support/honest-spends.js';
import { createStream, linear } from './support/stream.js';

describe('every honest path is accepted with counters that are not zero', () => {
  it.each(vestingBchSpends().map((spend) => [spend.name, spend] as const))('%s', (_, { draft, tip }) => {
    expect(judge(draft, tip)).toMatchObject({ accepted: true });
  });
});

describe('who gets what', () => {
  const stream = createStream(linear);
  const time = START + 50_000_000n;
  const released = 123_456_789n;
  // 50,000,000 of 86,400,000 seconds of 10 BCH, less what was released.
  const due = 578_703_703n - released;

  it('a claim pays exactly what is due, and takes no more than its size as fee', () => {
    const state = stateCoin(stream, { cancelled: false, released, latest: START }, 5_000n);
    const sealed = seal(draftPayment({ stream, state, locktime: Number(time), signer: recipient }));
    expect(gainOf(sealed, recipient.lockingBytecode)).toBe(due);
    expect(gainOf(sealed, stream.lockingBytecode)).toBe(-due - BigInt(sealed.size));
  });

  it('the state it leaves holds the new counters, little-endian', () => {
    const state = stateCoin(stream, { cancelled: false, released, latest: START }, 5_000n);
    const { outputs } = draftPayment({ stream, state, locktime: Number(time), signer: recipient });
    // 578,703,703 = 0x227e5157 and 1,750,000,000 = 0x684ee180.
    expect(binToHex(at(outputs, 0).token?.nft?.commitment ?? new Uint8Array())).toBe(
      '01005751' + '7e2200000000' + '80e14e6800',
    );
  });

  it('a close returns what is left of the reserve to the sender', () => {
    const state = stateCoin(stream, { cancelled: false, released, latest: START }, 5_000n);
    const sealed = seal(draftPayment({ stream, state, locktime: Number(linear.end), signer: recipient }));
    expect(gainOf(sealed, recipient.lockingBytecode)).toBe(linear.total - released);
    expect(gainOf(sealed, sender.lockingBytecode)).toBe(1_400n + 5_000n - BigInt(sealed.size));
  });

  it('a refund returns everything to the sender but its fee', () => {
    const state = stateCoin(stream, { cancelled: true, released, latest: START }, 5_000n);
    const sealed = seal(draftRefund({ stream, state, clock: clockCoin(stream, 700n) }));
    expect(gainOf(sealed, sender.lockingBytecode)).toBe(
      linear.total - released + 1_400n + 5_000n + 700n - BigInt(sealed.size),
    );
    expect(BigInt(sealed.size) <= FEE).toBe(true);
  });
});

describe('the harness', () => {
  it("encodes a call as cashscript's own unlocker does", () => {
    const stream = createStream(linear);
    const { draft } = at(vestingBchSpends(), 0);
    const { transaction, sourceOutputs } = seal(draft);
    const unlocker = instantiate(vestingBchArtifact, linear).unlock.claim(
      recipient.publicKey,
      new SignatureTemplate(recipient.privateKey),
    );
    const theirs = unlocker.generateUnlockingBytecode({ transaction, sourceOutputs, inputIndex: 0 });
    expect(binToHex(at(transaction.inputs, 0).unlockingBytecode)).toBe(binToHex(theirs));
    expect(stream.script.length).toBe(instantiate(vestingBchArtifact, linear).bytesize);
  });
});
