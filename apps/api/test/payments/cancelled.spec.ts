import { succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { actAsSender, createActivePayment, DAY, NOTICE, readPayment } from '../support/payment-scenario.js';
import { TOKENS } from '../support/test-asset.js';

const fixture = useFixture();

describe('unpaid_from of a payment', () => {
  it('is the first date that a cancelled payment has not paid, up to the end of its notice, also after a pause', async () => {
    for (const asset of [undefined, TOKENS]) {
      const scenario = await createActivePayment(fixture, {}, asset);
      const read = async () => (await readPayment(fixture, scenario.path)).payment;
      const { start_date: start } = await read();
      expect((await read()).unpaid_from).toBeNull();

      // A pause moves all later dates.
      await actAsSender(fixture, scenario, 'pause');
      await fixture.mine(NOTICE + 1);
      await fixture.advance(5 * DAY);
      const { next_payment_date: next } = await actAsSender(fixture, scenario, 'resume');
      expect(next).not.toBeNull();
      await fixture.advance(2 * DAY + 60);

      // The cancel pays what is due.
      const cancelled = await actAsSender(fixture, scenario, 'cancel');
      const { payment_count: paid, unpaid_from: from } = cancelled;
      expect(cancelled.next_payment_date).toBeNull();
      expect((from ?? 0) - (next ?? 0)).toBe(2 * DAY);
      expect(from).toBeGreaterThan(start + paid * DAY);

      // Another period falls due during the notice, and is paid.
      await fixture.advance(DAY);
      await succeeded(fixture.client.post(`${scenario.path}/push`, { broadcast: true }));
      expect(await read()).toMatchObject({ payment_count: paid + 1, unpaid_from: (from ?? 0) + DAY });
      await fixture.mine(NOTICE + 1);
      await succeeded(fixture.client.post(`${scenario.path}/refund`, {}));
      // Later dates are never paid.
      await fixture.advance(3 * DAY);
      expect(await read()).toMatchObject({
        status: 'CANCELLED',
        payment_count: paid + 1,
        unpaid_from: (from ?? 0) + DAY,
        refund: { status: expect.stringMatching(/^(?:sent|confirmed)$/) as string },
      });
    }
  });
});
