import type { Wallet } from '@weir/wallet';
import { readAirdrop, SHARE } from './airdrop-scenario.js';
import type { Fixture } from './fixture.js';
import { BCH } from './test-asset.js';

/** Everybody was paid the row's amount, by one output on the chain; the record says the same. */
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

/** The contract has seen one funding, one claim for each wallet and the end of each lane: nothing that the record lacks. */
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
