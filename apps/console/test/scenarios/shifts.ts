import { createWallet } from '@weir/wallet';
import { connect } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { layoutShiftOf, watchLayoutShift } from '../support/layout-shift.js';

const DAY = 86_400;
/** People of a plan: more than one page of the service. */
const PEOPLE = 320;
/** What browsers call good is up to 0.1. */
const GOAL = 0.05;
const WIDTHS = [390, 1_440];
const recipient = createWallet({ privateKey: 'console recipient of a form' });

/** Tests that what is on show stays where it is while answers come. */
export const shiftScenarios = (fixture: () => Fixture): void => {
  it(`moves nothing while a plan of ${PEOPLE} loads`, async () => {
    const { weir, stack } = fixture();
    const payer = createWallet({ privateKey: 'console payer of a long plan' });
    await stack.control.fund(payer.address, 500_000_000n);
    await stack.control.mine();
    const start = (await stack.control.info()).tip.medianTimePast - DAY;
    const streams = Array.from({ length: PEOPLE }, (_, n) => ({
      recipient: createWallet({ privateKey: `console person of a long plan ${n % 20}` }).address,
      amount: 10_000n,
    }));
    const plan = await weir.plans.create({ product: 'vesting', start, end: start + 100 * DAY, streams }, payer);
    await plan.fund(payer);
    for (const width of WIDTHS) {
      const one = await fixture().page({ width });
      await watchLayoutShift(one.page);
      await one.load(`/plans/${plan.id}`);
      await one.page.getByText(`Sum of ${PEOPLE} people`).waitFor();
      await one.settled();
      const { sum, moved } = await layoutShiftOf(one.page);
      expect([width, sum <= GOAL, sum > GOAL ? moved : []]).toEqual([width, true, []]);
      expect(one.complaints).toEqual([]);
      await one.close();
    }
  });

  it('moves by little what is on show when the network goes away', async () => {
    for (const width of WIDTHS) {
      const one = await fixture().page({ width });
      const { page } = one;
      await watchLayoutShift(page);
      await one.load('/explore');
      await page.getByText('are in contracts now').first().waitFor();
      await one.settled();
      await page.context().setOffline(true);
      await page.getByText(/^You are offline\./).waitFor();
      const { sum, moved } = await layoutShiftOf(page);
      expect([width, sum <= GOAL, sum > GOAL ? moved : []]).toEqual([width, true, []]);
      await one.close();
    }
  });

  it('moves nothing in the form of a stream while its preview comes', async () => {
    for (const width of WIDTHS) {
      const one = await fixture().page({ width });
      const { page } = one;
      await watchLayoutShift(page);
      await one.open('/');
      await connect(one);
      await one.load('/streams/new');
      await page.getByLabel('Recipient').fill(recipient.address);
      await page.getByLabel('Amount').fill('1');
      await page.getByText('You pay, about').waitFor();
      await one.settled();
      const { sum, moved } = await layoutShiftOf(page);
      expect([width, sum <= GOAL, sum > GOAL ? moved : []]).toEqual([width, true, []]);
      await one.close();
    }
  });
};
