import { purse } from '../support/coins.js';
import { accept, judge, judgeAttack } from '../support/judge.js';
import { recipient, sender } from '../support/parties.js';
import { seal } from '../support/transaction.js';
import { createAddress, holdsTokens, KINDS, type Terms } from './covenant.js';
import { draftPay } from './drafts.js';
import { MIDDLE, tipAt } from './honest-spends.js';
import { consentOf, draftAnnounce, draftFinish, draftOwnFinish } from './move-drafts.js';
import { newRecipient, OLD, placeMove } from './move-rows.js';
import {
  announcedByVault,
  dustOutOfTheFee,
  movedBesideOwnAddress,
  receivedBy,
  THIEVES,
  type ThiefRow,
} from './move-thief-rows.js';
import { readState } from './state.js';
import { draftActs } from './stop-drafts.js';
import { DAY, streamAfter, type Stream } from './stream.js';

const tip = tipAt(MIDDLE);
const { lockingBytecode: to } = newRecipient;

const verdictOn = ({ draft, tip: point }: ThiefRow): string => {
  const verdict = judgeAttack('transaction' in draft ? draft : seal(draft), point);
  return verdict.accepted ? 'accepted' : verdict.by;
};

describe.each(KINDS)('moves of %s', (kind) => {
  const create = (some?: Partial<Terms>) => createAddress(kind, some);
  const address = create();

  it.each(Object.keys(THIEVES) as (keyof typeof THIEVES)[])('yield nothing to a thief: %s', (who) => {
    const rows = THIEVES[who](create);
    expect(rows.length).toBeGreaterThan(3);
    const passed = rows.map((row) => [row.name, verdictOn(row)] as const).filter(([, verdict]) => verdict !== 'script');
    expect(passed).toEqual([]);
  });

  it('pass in the form that the thieves changed', () => {
    accept(draftOwnFinish(placeMove(address, true)), tip);
    accept(draftFinish([placeMove(address, true)]), tip);
    accept(announcedByVault([receivedBy(address)]), tip);
    accept(announcedByVault([receivedBy(address), receivedBy(address, 9n)]), tip);
  });

  it('leave no satoshi for an output of the person who sends them', () => {
    expect(judge(dustOutOfTheFee(address), tip)).toMatchObject({ accepted: false, by: 'policy' });
  });

  it('of a sibling are consent for a stream that was moved to the plan’s own address, and for no other', () => {
    const draft = movedBesideOwnAddress(address);
    const sealed = accept(draft, tip);
    // A recipient who moves there gives their stream to everybody. The sibling has what it had.
    const [first] = sealed.transaction.outputs;
    if (first === undefined) throw new Error('It has outputs');
    const honest = accept(draftOwnFinish(placeMove(address, true)), tip).transaction.outputs[0];
    expect(readState(kind, first)).toEqual(honest && readState(kind, honest));
    expect(first).toEqual(honest);
  });
});

describe.each(KINDS.filter((kind) => !holdsTokens(kind)))('the reserve of %s, filled up by somebody', (kind) => {
  const address = createAddress(kind);
  const full = placeMove(address, false, { state: { reserve: 8_388_607n } });
  const announces = (stream: Stream) => judge(draftAnnounce([stream], to, consentOf(recipient)), tip).accepted;
  const paid = (stream: Stream, time: bigint): Stream =>
    streamAfter(stream, accept(draftPay(stream, time, { fee: address.terms.fee }), tip), 0, { mined: OLD });

  it('lets nothing move until two payments have taken their fees', () => {
    const once = paid(full, MIDDLE - 31n * DAY);
    const twice = paid(once, MIDDLE);
    expect([full, once, twice].map(announces)).toEqual([false, false, true]);
  });

  it('keeps the sender from nothing', () => {
    const authority = purse(sender, 50_000_000n, 'authority');
    accept(draftActs([{ stream: full, act: 'cancel' }], MIDDLE, { authority }), tip);
  });
});
