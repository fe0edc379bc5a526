import { binToHex } from '@bitauth/libauth';
import { createWallet } from '@weir/wallet';
import { shortAddress } from '../../src/format/identifiers.js';
import { cancelStream, createClaimer, createStream, fund, idOf } from '../support/by-clicking.js';
import type { Fixture } from '../support/fixture.js';
import { photograph } from '../support/look.js';
import type { WalletEnds } from '../support/wallets.js';

const DAY = 86_400;
const other = createWallet({ privateKey: 'console other party' });
const ADDRESSES = 20;
/** Satoshis at each address: a stream of 1.5 BCH takes the coins of many. */
const EACH = 10_000_000n;

/** Reads transactions from the chain, hex. */
const read = ({ weir }: Fixture, hashes: readonly string[]): Promise<readonly string[]> =>
  Promise.all(
    hashes.map(async (txHash) => {
      const { txHex } = await weir.ask((sent) =>
        weir.api.GET('/api/transactions/{txHash}', { ...sent, params: { path: { txHash } } }),
      );
      return txHex;
    }),
  );

/** Tests a wallet whose coins lie at many addresses, by WizardConnect. */
export const manyAddressesScenarios = (fixture: () => Fixture, ends: () => WalletEnds): void => {
  it(`spends coins of its ${ADDRESSES} addresses at once, and has change where a sender needs it, else at fresh addresses`, async () => {
    const { control } = fixture().stack;
    fixture().choose = ends().choose.WizardConnect;
    const one = await createClaimer(fixture());
    const { page } = one;
    const wallet = ends().hdWallet();
    const keysOf = (path: 'change' | 'receive') =>
      Array.from({ length: ADDRESSES }, (_, index) => wallet.keyAt(path, index));
    const receiving = keysOf('receive');
    for (const { address } of receiving) await control.fund(address, EACH);
    await control.mine();

    // By its first address, to its fourth.
    await createStream(one, receiving[3]?.address ?? '', '1.5');
    const { stream } = await fixture().weir.streams.at(idOf(one)).get();
    expect(stream).toMatchObject({ sender: receiving[0]?.address, recipient: receiving[3]?.address });
    const [funding = ''] = await read(fixture(), wallet.signed.slice(-1));
    expect(receiving.filter(({ publicKey }) => funding.includes(binToHex(publicKey))).length).toBeGreaterThanOrEqual(
      16,
    );

    // What is of its other addresses is listed, too, each row with its address; what is between two of them once.
    const unlockTime = (await fixture().weir.dev.chain()).medianTimePast + 90 * DAY;
    const lock = await fixture().weir.locks.create(
      { recipient: receiving[7]?.address ?? '', totalAmount: 0.1, unlockTime, description: 'To the eighth' },
      other,
    );
    await control.fund(other.address, EACH * 2n);
    await control.mine();
    await lock.fund(other);
    for (const [path, title, at] of [
      ['/incoming', 'To the eighth', 7],
      ['/outgoing', stream.stream_id, 0],
      ['/activity', stream.stream_id, 0],
    ] as const) {
      await one.load(path);
      await page.getByText(title).first().waitFor();
      const own = shortAddress(receiving[at]?.address ?? '');
      await page.getByRole('listitem').filter({ hasText: title }).getByText(own).first().waitFor();
      await one.settled();
      await photograph(page, `many${path.replace('/', '-')}`);
    }
    await one.load('/incoming');
    await page.getByText(stream.stream_id).waitFor();
    expect(await page.getByText(stream.stream_id).count()).toBe(1);
    await page.getByText(/^unlocks next: 0\.10? BCH on/).waitFor();
    await one.open(`/streams/${stream.id}`);

    await control.passTime(40 * DAY);
    await page.reload();
    await page.getByRole('button', { name: /^Claim 0\./ }).click();
    await page.getByText('Done.').waitFor();
    await control.mine();
    // By a coin of the sender's address, which got the change of the funding.
    await cancelStream(one);

    const creator = receiving[0]?.address ?? '';
    for (const title of ['One', 'Another']) {
      const terms = { creator, title, totalAmount: 0.02, amountPerClaim: 0.01 };
      const { id } = await fixture().weir.airdrops.create(terms);
      await one.open(`/airdrops/${id}`);
      await fund(one);
      await control.mine();
    }
    const signed = (await read(fixture(), wallet.signed)).join(' ');
    const times = keysOf('change').map(
      ({ publicKeyHash }) => signed.split(`76a914${binToHex(publicKeyHash)}88ac`).length - 1,
    );
    expect(times.slice(0, 3)).toEqual([1, 1, 0]);
    expect(one.complaints).toEqual([]);
    await one.close();
  });

  it.each([
    ['a phone', 360],
    ['a desktop', 1_280],
  ])('claims what lists give to its other addresses, and hears of what comes to them, on %s', async (_, width) => {
    const { weir, stack } = fixture();
    fixture().choose = ends().choose.WizardConnect;
    const one = await createClaimer(fixture(), { width });
    const { page } = one;
    const wallet = ends().hdWallet();
    const [second, third] = [1, 2].map((index) => wallet.keyAt('receive', index).address);
    if (second === undefined || third === undefined) throw new Error('It has three addresses at least');
    await stack.control.fund(other.address, EACH * 3n);
    await stack.control.mine();
    const listing = async (title: string, publicList: boolean, rows: readonly string[]) => {
      const terms = { title, totalAmount: 0.05, requireKyc: true, publicList };
      const campaign = await weir.airdrops.create(terms, other);
      await campaign.generateList(
        rows.map((address, row) => ({ address, amount: 0.01 + row / 1_000 })),
        other,
      );
      await campaign.fund(other);
      await stack.control.mine();
      return campaign;
    };
    const open = await listing('Open list', true, [second]);
    const secret = await listing('Private list', false, [second, third]);
    const claim = async (address: string): Promise<void> => {
      await page.getByText('You can claim').waitFor();
      await page.getByText(`for ${shortAddress(address)}`).waitFor();
      await page.getByRole('button', { name: 'Claim', exact: true }).click();
      await page.getByText('It is yours').waitFor();
    };

    // From the page of airdrops, on which the private list is left out until the wallet has proved whose addresses they are.
    await one.load('/airdrops');
    const row = page.getByRole('listitem').filter({ hasText: 'Open list' });
    await row.getByText(shortAddress(second)).waitFor();
    expect(await page.getByText('Private list').count()).toBe(0);
    await page.getByRole('button', { name: 'Sign to show private records' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Private list' }).getByText(shortAddress(third)).waitFor();
    await one.settled();
    await photograph(page, `many-airdrops-${width}`);
    await row.getByRole('link', { name: 'Claim' }).click();
    await claim(second);
    expect((await open.get()).claims).toMatchObject([{ claimer: second }]);

    // By the link: the third, and then the second.
    await one.load(`/claim/${secret.record.claim_token}`);
    await page.getByText('Several of your addresses can claim').waitFor();
    await page.getByRole('radio', { name: shortAddress(third) }).check();
    await one.settled();
    await photograph(page, `many-claim-${width}`);
    await claim(third);
    await photograph(page, `many-claimed-${width}`);
    await page.getByRole('button', { name: 'Claim the next' }).click();
    await claim(second);
    expect((await secret.get()).claims).toMatchObject([{ claimer: second }, { claimer: third }]);

    await one.open('/home');
    // The page has signed in before, and stays signed in over a reload.
    await page.getByText('Needs you').waitFor();
    expect(await page.getByText('To the third').count()).toBe(0);
    const unlockTime = (await weir.dev.chain()).medianTimePast + 90 * DAY;
    const lock = await weir.locks.create(
      { recipient: third, totalAmount: 0.01, unlockTime, description: 'To the third' },
      other,
    );
    await lock.fund(other);
    await page.getByText('To the third').first().waitFor();
    expect(one.complaints).toEqual([]);
    await one.close();
  });
};
