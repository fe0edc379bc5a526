import { createWallet } from '@weir/wallet';
import { connect, createAndFund, createClaimer, fillStream } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';

const recipient = createWallet({ privateKey: 'console contact' });

/** Amounts of BCH in the costs of the preview, in order, without the unit. */
const COSTS = `[...document.querySelectorAll('dd')].flatMap((value) => {
  const amounts = [...value.querySelectorAll('[data-digits]')].map((digits) => digits.textContent);
  return amounts.length === 0 ? [] : [amounts.at(-1)];
})`;

/** Returns what the parts of the preview's costs add up to, and the total that it shows, satoshis. */
const costs = async ({ page }: ConsolePage): Promise<readonly [sum: bigint, total: bigint]> => {
  const texts = await page.evaluate<readonly string[]>(COSTS);
  const amounts = texts.map((text) => BigInt(Math.round(Number(text.replaceAll(',', '')) * 1e8)));
  const total = amounts.at(-1) ?? 0n;
  return [amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0n), total];
};

/** Tests that who needs coins before a claim hears of it before they press. */
export const claimFeeScenarios = (fixture: () => Fixture): void => {
  it('A claimer without coins is told before pressing that they need some, and can claim once they came', async () => {
    const { weir, stack } = fixture();
    const creator = createWallet({ privateKey: 'console creator who pays no fees' });
    await stack.control.fund(creator.address, 300_000_000n);
    await stack.control.mine();
    const claimer = await createClaimer(fixture());
    const { page } = claimer;
    const terms = { title: 'Without fees', totalAmount: 1, requireKyc: true, sponsorFees: false };
    const campaign = await weir.airdrops.create(terms, creator);
    await campaign.generateList([{ address: claimer.address, amount: 0.02 }], creator);
    await campaign.fund(creator);
    await claimer.open(`/claim/${campaign.record.claim_token}`);
    await page.getByText('You cannot claim yet').waitFor();
    expect(await page.getByRole('button', { name: 'Claim', exact: true }).count()).toBe(0);
    expect(await look(claimer, 'claim-without-coins')).toEqual([]);
    await stack.control.fund(claimer.address, 100_000n);
    await page.reload();
    await page.getByRole('button', { name: 'Claim', exact: true }).click();
    while ((await campaign.get()).campaign.claimed_count === 0) await stack.control.mine();
    expect(claimer.complaints).toEqual([]);
    await claimer.close();
  });
};

/** Tests what all forms share: drafts, balances, costs, and the user's contacts. */
export const formScenarios = (fixture: () => Fixture): void => {
  describe('a form', () => {
    it('keeps its draft over a reload and another page, until it is discarded', async () => {
      const one = await fixture().page();
      const { page } = one;
      await one.open('/streams/new');
      await page.getByLabel('Amount').fill('10,000');
      await page.getByLabel('When').selectOption('grant');
      await page.reload();
      await page.getByText('This is the draft that you left here.').waitFor();
      expect(await page.getByLabel('Amount').inputValue()).toBe('10,000');
      await one.open('/new');
      await one.open('/streams/new');
      expect(await page.getByLabel('When').inputValue()).toBe('grant');
      await page.getByRole('button', { name: 'Begin anew' }).click();
      expect(await page.getByLabel('Amount').inputValue()).toBe('');
      await page.reload();
      await page.getByLabel('Amount').waitFor();
      expect(await page.getByText('This is the draft that you left here.').count()).toBe(0);
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('offers all that the wallet holds, less what it costs, to the satoshi, to somebody of the contacts', async () => {
      const one = await fixture().page();
      const { page } = one;
      await one.open('/contacts');
      await page.getByLabel('Name').fill('Ada Lovelace of the far-away engine works');
      await page.getByLabel('Address').fill(recipient.address);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('button', { name: /^Remove Ada/ }).waitFor();
      expect(await look(one, 'contacts')).toEqual([]);
      await connect(one);
      await fillStream(one, 'ada lovelace of the far-away engine works', '1');
      expect(await page.getByLabel('Recipient').inputValue()).toBe(recipient.address);
      await page.getByRole('button', { name: 'Take the most' }).click();
      await page.getByText('9.99999 BCH').waitFor();
      const [sum, total] = await costs(one);
      expect(sum).toBe(total);
      expect(total).toBe(1_000_000_000n - 1_000n);
      expect(await look(one, 'new-stream-of-all')).toEqual([]);
      await createAndFund(one, 'streams');
      await page.getByText('Active', { exact: true }).waitFor();
      await page.getByRole('heading', { name: 'Stream for Ada Lovelace' }).waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });
  });
};
