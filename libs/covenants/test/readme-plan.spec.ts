import {
  buildPlanFunding,
  cliffAndMonthlyShape,
  DEFAULT_CANCEL_FILLS,
  feeBoundsOf,
  findPlanFunding,
  layOutPlan,
  parseParty,
  partyAddress,
  upfrontAndTailShape,
} from '../src/index.js';
import { createTestChain } from './support/chain.js';
import { createParty } from './support/party.js';
import { somebody } from './support/plan-scenario.js';

describe('the example of the README', () => {
  it('runs: a grant of two shapes to two parties, funded by one signature and found again', async () => {
    const chain = createTestChain();
    const wallet = createParty(chain, 'readme sender', 5_000_000_000n);
    chain.mine(1);
    const start = chain.locktime();
    const parsed = parseParty(partyAddress(wallet.lockingBytecode, 'devnet') ?? '', 'devnet');
    if (!parsed.ok) throw new Error(parsed.problem);
    const layout = layOutPlan(
      {
        product: 'VESTING_BCH',
        sender: parsed.party,
        nonce: new Uint8Array(16).fill(3),
        feeBound: feeBoundsOf('VESTING_BCH').default,
        cancelFills: DEFAULT_CANCEL_FILLS,
        streams: [
          ...cliffAndMonthlyShape({
            recipient: somebody(1),
            noticeBlocks: 36,
            total: 48_000_000n,
            start,
            cliffMonths: 12,
            months: 48,
          }),
          ...upfrontAndTailShape({
            recipient: somebody(2),
            noticeBlocks: 36,
            total: 10_000_000n,
            upfront: 1_000_000n,
            start,
            end: start + 31_536_000n,
          }),
        ],
      },
      'devnet',
    );
    if (!layout.ok) throw new Error(JSON.stringify(layout.problems));
    expect(layout.parts).toHaveLength(1);
    for (const part of layout.parts) {
      const { transaction } = buildPlanFunding(part, wallet.funds(), chain.tip());
      const txid = await wallet.send(transaction);
      const found = findPlanFunding('devnet', txid, chain.transaction(txid));
      expect(found.ok && found.plan.streams.map(({ coin }) => coin.principal)).toEqual([
        48_000_000n,
        1_000_000n,
        9_000_000n,
      ]);
    }
  });
});
