import { draftPay, endOf, lockedAt, unitsOf } from '../lock/lock.js';
import { at } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { accept, judge } from '../support/judge.js';
import { recipient, sender } from '../support/parties.js';
import { coinOf } from '../support/transaction.js';
import { END, lockTerms, START } from './campaign.js';
import { draftClose } from './drafting.js';
import { OF_A_SCRIPT, VESTED } from './honest-spends.js';
import { draftClaim, fundWhitelist, rowsOf, TERMS } from './whitelist.js';

const CASES = (['BCH', 'FUNGIBLE_TOKEN'] as const).flatMap((asset) =>
  [{}, OF_A_SCRIPT].map((owner) => [asset, 'owner' in owner ? 'script' : 'key', owner] as const),
);

describe.each(CASES)('a row of a vested list in %s of a %s', (asset, _, owner) => {
  const terms = { ...TERMS, asset, closable: END, ...owner, ...VESTED };
  const whitelist = fundWhitelist(terms, rowsOf(6, 40_000_000n));
  const { amount } = at(whitelist.rows, 0);
  const lock = lockTerms(terms, VESTED.vested, recipient.hash, amount);
  const end = Number(endOf(lock));
  const tip = { height: 900_000, mtp: end + 86_400 };
  const paidAt = asset === 'BCH' ? 1 : 2;

  it.each([
    ['signed', { signer: recipient }],
    ['keyless', {}],
  ])('is claimed %s, vests, and is paid to the last unit', (__, options) => {
    let coin = coinOf(accept(draftClaim(whitelist, 0, options), tip), paidAt);
    expect(judge(draftPay(lock, coin, Number(lock.cliff) - 1), tip)).toMatchObject({ accepted: false });
    let paid = 0n;
    for (const time of [Number(lock.cliff), Number(START) + 31_536_000, Number(START) + 94_608_000, end]) {
      // A lock that a claim made has a reserve for its last payment alone.
      const own = asset === 'BCH' || time === end ? undefined : purse(recipient, 20_000n);
      const sealed = accept(draftPay(lock, coin, time, own), tip);
      const payment = at(sealed.transaction.outputs, time === end ? 0 : 1);
      expect(payment.lockingBytecode).toEqual(recipient.lockingBytecode);
      paid += unitsOf(lock, payment) + (asset === 'BCH' ? sealed.fee : 0n);
      expect(paid).toBe(amount - lockedAt(lock, BigInt(time)));
      coin = coinOf(sealed, 0);
    }
    expect(paid).toBe(amount);
  });

  it('stays the recipient’s when the campaign is closed', () => {
    const claim = accept(draftClaim(whitelist, 0), tip);
    const lane = { state: coinOf(claim, 0), ...(asset === 'FUNGIBLE_TOKEN' && { companion: coinOf(claim, 1) }) };
    if (!('owner' in owner)) accept(draftClose(whitelist.campaign, lane, 'message'), tip);
    const draft = draftPay(lock, coinOf(claim, paidAt), end);
    accept(draft, tip);
    const taken = draft.outputs.map((output) => ({ ...output, lockingBytecode: sender.lockingBytecode }));
    expect(judge({ ...draft, outputs: taken }, tip)).toMatchObject({ accepted: false, by: 'script' });
  });

  it('is claimed long after the start under the same terms: what has vested by then is due at once', () => {
    const late = Number(START) + 94_608_000;
    const coin = coinOf(accept(draftClaim(whitelist, 0, { locktime: late }), tip), paidAt);
    const own = asset === 'BCH' ? undefined : purse(recipient, 20_000n);
    const { transaction } = accept(draftPay(lock, coin, late, own), tip);
    expect(unitsOf(lock, at(transaction.outputs, 0))).toBe(lockedAt(lock, BigInt(late)));
  });
});
