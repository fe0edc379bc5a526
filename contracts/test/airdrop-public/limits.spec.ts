import { START } from '../airdrop/campaign.js';
import { TIP } from '../airdrop/spends.js';
import { changeInput } from '../attacks/mutations.js';
import { at } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { accept, judge } from '../support/judge.js';
import { recipient } from '../support/parties.js';
import type { Draft } from '../support/transaction.js';
import { draftClaim, fundPublic, TERMS } from './public.js';

const refused = (draft: Draft, by = 'script') => expect(judge(draft, TIP)).toMatchObject({ accepted: false, by });

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('a public airdrop in %s', (asset) => {
  const scene = fundPublic({ ...TERMS, asset });

  it('starts to the second', () => {
    accept(draftClaim(scene, recipient, { claimed: 0n }), TIP);
    for (const locktime of [Number(START) - 1, 500_000_000, 499_999_999, 0])
      refused(draftClaim(scene, recipient, { claimed: 0n, locktime }));
    refused(
      changeInput(draftClaim(scene, recipient, { claimed: 0n }), 0, (input) => ({ ...input, sequence: 0xffffffff })),
    );
    expect(judge(draftClaim(scene, recipient, { claimed: 0n }), { height: 850_000, mtp: Number(START) })).toMatchObject(
      { by: 'lock' },
    );
  });

  it('pays no fee where fees are not sponsored', () => {
    const unsponsored = fundPublic({ ...TERMS, asset, sponsored: false });
    refused(draftClaim(unsponsored, recipient, { claimed: 0n }));
    accept(draftClaim(unsponsored, recipient, { claimed: 0n, purse: purse(recipient, 50_000n) }), TIP);
  });

  it('of 64 levels pays', () => {
    const whole = fundPublic({ ...TERMS, asset, depth: 64 });
    accept(draftClaim(whole, recipient, { claimed: 0n }), TIP);
    refused(draftClaim(whole, recipient, { claimed: 1n }));
  });
});

it.each([
  ['546 satoshis', 'BCH', 546n],
  ['nearly all BCH there can be', 'BCH', 2_099_999_999_990_000n],
  ['a single token', 'FUNGIBLE_TOKEN', 1n],
  ['all tokens that can exist', 'FUNGIBLE_TOKEN', 9_223_372_036_854_775_807n],
] as const)('%s are paid to the unit', (_, asset, amount) => {
  const sealed = accept(
    draftClaim(fundPublic({ ...TERMS, asset, amount, quota: 1n }), recipient, { claimed: 0n }),
    TIP,
  );
  const paid = at(sealed.transaction.outputs, asset === 'BCH' ? 1 : 2);
  expect(asset === 'BCH' ? paid.valueSatoshis : paid.token?.amount).toBe(amount);
});
