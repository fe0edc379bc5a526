import { hash160, numberToBinUint32LE } from '@bitauth/libauth';
import type { ConfirmPlanResponse } from '@weir/api-contract';
import { addressOf } from '@weir/covenants';
import { startFixture, type Fixture } from '../support/fixture.js';
import { createPlan, payPlanFunding, streamsOf } from '../support/plan-scenario.js';
import { succeeded } from '../support/succeeded.js';
import { COIN } from '../support/test-asset.js';

/** As many streams as fit one transaction. */
const MOST = 640;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('a plan of 640', () => {
  it('is signed once, and all of its streams are ACTIVE with its one confirm', async () => {
    const plan = await createPlan(fixture, 0, {
      streams: Array.from({ length: MOST }, (_, i) => ({
        recipient: addressOf(hash160(numberToBinUint32LE(i)), 'devnet'),
        amount: 0.001,
      })),
    });
    fixture.fund(plan.sender, 10n * COIN);
    expect(plan.created.fundings).toMatchObject([{ streams: MOST }]);
    const txHash = await payPlanFunding(fixture, plan);
    const { statuses } = await succeeded(
      fixture.client.post<ConfirmPlanResponse>(`${plan.path}/confirm-funding`, { txHash }),
    );
    expect(statuses).toEqual({ ACTIVE: MOST });
    expect((await streamsOf(fixture, plan)).filter(({ status }) => status === 'ACTIVE')).toHaveLength(MOST);
  });
});
