import { once } from 'node:events';
import { eventually } from '@weir/testing';
import { createWallet } from '@weir/wallet';
import { connect, createAndFund, ownAddress } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { look } from '../support/look.js';
import type { ConsolePage } from '../support/page.js';

const DAY = 86_400;
const recipient = createWallet({ privateKey: 'console token holder' });

/** Fills the form of a stream of a token that the wallet holds. */
const writeTerms = async ({ page, open }: ConsolePage, token: string, amount: string): Promise<void> => {
  await open('/streams/new');
  await page.getByLabel('Recipient').fill(recipient.address);
  await page.getByLabel('Asset').selectOption({ label: token });
  expect(await page.getByLabel('Token category').count()).toBe(0);
  await page.getByLabel('Amount').fill(amount);
};

/** Tests tokens with published metadata, and without. */
export const tokenScenarios = (fixture: () => Fixture): void => {
  describe('a token', () => {
    it('is written and shown in its decimals, by its symbol, with its base units at hand', async () => {
      const { weir } = fixture();
      const one = await fixture().page();
      const { page } = one;
      await one.open('/');
      await connect(one);
      const own = await ownAddress(one);
      const { category } = await weir.dev.tokens(
        { amount: 1_000_000n, name: 'House gold', symbol: 'GOLD', decimals: 2 },
        own,
      );
      await fixture().stack.control.mine();
      await writeTerms(one, 'House gold', '12.5');
      await page.getByText('House gold (GOLD), with 2 decimals.').waitFor();
      await page.getByText('1,250 base units').waitFor();
      await page.getByText('You pay, about').waitFor();
      expect(await look(one, 'new-token-stream')).toEqual([]);
      await createAndFund(one, 'streams');
      expect(await page.getByTitle('1,250 base units').first().textContent()).toBe('12.5 GOLD');
      expect(await look(one, 'token-stream')).toEqual([]);
      await fixture().stack.control.mine();
      await eventually(async () => expect((await weir.supply(category)).contracts).toBe(1));
      await page.getByRole('link', { name: 'House gold (GOLD)' }).click();
      await page.getByRole('heading', { name: 'Locked GOLD' }).waitFor();
      await page.getByText('Its sender can take it back').waitFor();
      await page.getByText('Outputs, scripts and terms').click();
      await page.getByText('Token output', { exact: true }).waitFor();
      const badge = page.getByRole('img', { name: 'Locked tokens' });
      await badge.scrollIntoViewIfNeeded();
      expect(await page.evaluate(`document.querySelector('img[alt="Locked tokens"]').naturalHeight`)).toBe(24);
      expect(await look(one, 'token-supply')).toEqual([]);
      await one.open('/explore');
      await page.getByText('12.5 GOLD').first().waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('has figures of the same block as its proof of lock, and the page says so until it has', async () => {
      const { weir, stack } = fixture();
      const sender = createWallet({ privateKey: 'console minter of two blocks' });
      await stack.control.fund(sender.address, 300_000_000n);
      const { category } = await weir.dev.tokens(
        { amount: 1_000_000n, name: 'House silver', symbol: 'SILV', decimals: 2 },
        sender.address,
      );
      await stack.control.mine();
      const stream = await weir.streams.create(
        {
          recipient: recipient.address,
          totalAmount: 250_000n,
          streamType: 'LINEAR',
          tokenType: 'FUNGIBLE_TOKEN',
          tokenCategory: category,
          // Other tests let years pass on the chain.
          startTime: (await weir.dev.chain()).medianTimePast + 30 * DAY,
        },
        sender,
      );
      await stream.fund(sender);
      await stack.control.mine();
      await eventually(async () => expect((await weir.supply(category)).contracts).toBe(1));

      const one = await fixture().page();
      const { page } = one;
      const known = new AbortController();
      let requests = 0;
      await page.route(`**/api/tokens/${category}/supply`, async (route) => {
        requests += 1;
        if (requests > 1 && !known.signal.aborted) await once(known.signal, 'abort');
        // A page that is closed meanwhile needs no answer.
        const answer = await route.fetch().catch(() => undefined);
        if (answer === undefined) return;
        const supply = (await answer.json()) as { readonly height: number };
        const older = { ...supply, height: supply.height - 1, locked: 0, lockedBase: '0' };
        await route.fulfill({ response: answer, json: requests === 1 ? older : supply });
      });
      await one.open(`/tokens/${category}`);
      const figures = page.getByRole('region', { name: 'Figures' }).or(page.getByLabel('Figures')).first();
      const difference = page.getByText('They are being counted again.');
      await difference.waitFor();
      expect(await look(one, 'token-two-blocks')).toEqual([]);
      known.abort();
      await difference.waitFor({ state: 'detached' });
      await figures.getByText('2,500').first().waitFor();
      await page.getByText('2,500 SILV').first().waitFor();
      // A slow page asks again later.
      expect(requests).toBeGreaterThanOrEqual(2);
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('has its proof of lock counted again once the answer is older than a minute', async () => {
      const { weir, stack } = fixture();
      const sender = createWallet({ privateKey: 'console minter of a minute' });
      await stack.control.fund(sender.address, 300_000_000n);
      const { category } = await weir.dev.tokens(
        { amount: 1_000_000n, name: 'House copper', symbol: 'COPP', decimals: 2 },
        sender.address,
      );
      await stack.control.mine();
      const lockMore = async (contracts: number): Promise<void> => {
        const startTime = (await weir.dev.chain()).medianTimePast + 30 * DAY;
        const terms = { recipient: recipient.address, totalAmount: 250_000n, streamType: 'LINEAR', startTime } as const;
        const stream = await weir.streams.create(
          { ...terms, tokenType: 'FUNGIBLE_TOKEN', tokenCategory: category },
          sender,
        );
        await stream.fund(sender);
        await stack.control.mine();
        await eventually(async () => expect((await weir.supply(category)).contracts).toBe(contracts));
      };
      await lockMore(1);

      const one = await fixture().page();
      const { page } = one;
      await page.clock.install();
      await one.open(`/tokens/${category}`);
      const figures = page.getByLabel('Figures').first();
      await figures.getByText('2,500').first().waitFor();
      const proofs = page.getByText('Outputs, scripts and terms');
      await proofs.first().waitFor();
      expect(await proofs.count()).toBe(1);
      await lockMore(2);
      // The list is counted with the figures: both are of one block.
      const counted = page.waitForRequest(`**/api/tokens/${category}/supply`);
      await page.clock.fastForward(61_000);
      await counted;
      await figures.getByText('5,000').first().waitFor();
      await eventually(async () => expect(await proofs.count()).toBe(2));
      await page.getByText('They are being counted again.').waitFor({ state: 'detached' });
      expect(one.complaints).toEqual([]);
      await one.close();
    });

    it('without a name is shown by its category’s ends, in base units', async () => {
      const { weir, stack } = fixture();
      const sender = createWallet({ privateKey: 'console minter' });
      const { category } = await stack.control.mint(sender.tokenAddress, { amount: 5_000n });
      const stream = await weir.streams.create(
        {
          recipient: recipient.address,
          totalAmount: 4_500n,
          streamType: 'LINEAR',
          tokenType: 'FUNGIBLE_TOKEN',
          tokenCategory: category,
        },
        sender,
      );
      const one = await fixture().page();
      await one.open(`/streams/${stream.id}`);
      await one.page
        .getByText(`4,500 ${category.slice(0, 8)}…${category.slice(-6)}`)
        .first()
        .waitFor();
      await one.page.getByText('In whole base units').waitFor();
      expect(one.complaints).toEqual([]);
      await one.close();
    });
  });
};
