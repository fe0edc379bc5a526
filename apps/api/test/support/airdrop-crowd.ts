import type { Wallet } from '@weir/wallet';
import { readAirdrop, SHARE } from './airdrop-scenario.js';
import type { Fixture } from './fixture.js';
import { BCH } from './test-asset.js';

/** Asserts that everybody was paid the row's amount by one output on the chain, and that the record agrees. */
export const assertPaidOnce = async (fixture: Fixture, path: string, wallets: readonly Wallet[]): Promise<void> => {
  const { campaign, claims } = await readAirdrop(fixture, path);
  const total = wallets.reduce((sum, _, row) => sum + SHARE + BigInt(row), 0n);
  expect(campaign).toMatchObject({
    status: 'COMPLETED',
    claimed_count: wallets.length,
    claimed_amount_base: total.toString(),
  });
  const byClaimer = new Map(claims.map((claim) => [claim.claimer, claim]));
  expect(byClaimer.size).toBe(wallets.length);
  for (const [row, wallet] of wallets.entries()) {
    const claim = byClaimer.get(wallet.address);
    expect(BCH.paidTo(fixture, wallet, claim?.tx_hash ?? '')).toEqual([SHARE + BigInt(row)]);
    const coins = await fixture.control.call('blockchain.address.listunspent', wallet.address);
    expect(coins).toHaveLength(1);
  }
};

/** Asserts that the contract's history is one funding, one claim per wallet and the end of each lane, all recorded. */
export const assertNothingElseHappened = async (
  fixture: Fixture,
  path: string,
  claims: number,
  lanes: number,
): Promise<void> => {
  const { campaign } = await readAirdrop(fixture, path);
  expect(await fixture.control.call('blockchain.address.get_history', campaign.contract_address)).toHaveLength(
    1 + claims + lanes,
  );
  expect(
    await fixture.control.call('blockchain.address.listunspent', campaign.contract_address, 'include_tokens'),
  ).toEqual([]);
};
