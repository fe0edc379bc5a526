import { assertSuccess, binToHex, decodeTransactionCommon, encodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import type { FundingReady, GetStreamResponse } from '@weir/api-contract';
import { succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { claimOf, createActiveLock, createLock } from '../support/lock-scenario.js';

const HOUR = 3_600;
const fixture = useFixture();

describe('a payment of a lock in one transaction with the funding of a stranger’s', () => {
  it('is both, in any order of their confirms, and either goes on', async () => {
    for (const isPaymentFirst of [true, false]) {
      const lock = await createActiveLock(fixture);
      const mine = await createLock(fixture);
      fixture.fund(mine.sender, 500_000_000n);
      await fixture.advance(20 * HOUR);
      const { wcTransaction: payment, claimableAmount } = await claimOf(fixture, lock);
      const { wcTransaction: funding } = await succeeded(fixture.client.get<FundingReady>(`${mine.path}/funding-info`));
      const [paid, funded] = [payment, funding].map(({ transaction }) =>
        assertSuccess(decodeTransactionCommon(hexToBin(transaction))),
      );
      if (paid === undefined || funded === undefined) throw new Error('There are two');
      const joined = {
        ...paid,
        inputs: [...paid.inputs, ...funded.inputs],
        outputs: [...paid.outputs, ...funded.outputs],
      };
      const { signedTransactionHash: txHash } = await mine.sender.signTransaction({
        transaction: binToHex(encodeTransactionCommon(joined)),
        sourceOutputs: [...payment.sourceOutputs, ...funding.sourceOutputs],
      });
      const confirms = [
        () => fixture.client.post(`${lock.path}/confirm-claim`, { txHash, claimedAmount: claimableAmount }),
        () => fixture.client.post(`${mine.path}/confirm-funding`, { txHash }),
      ];
      for (const confirm of isPaymentFirst ? confirms : confirms.toReversed()) await succeeded(confirm());
      await fixture.mine();
      await fixture.advance(100 * HOUR);
      for (const each of [lock, mine]) {
        await succeeded(fixture.client.post(`${each.path}/push`, { broadcast: true }));
        const { body } = await fixture.client.get<GetStreamResponse>(each.path);
        expect(body.stream).toMatchObject({ status: 'COMPLETED', withdrawn_amount: 1 });
      }
    }
  });
});
