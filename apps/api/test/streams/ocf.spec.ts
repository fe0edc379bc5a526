import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PreviewStreamResponse, ReviewOcfResponse } from '@weir/api-contract';
import { type Refusal, succeeded } from '../support/client.js';
import { useFixture } from '../support/fixture.js';
import { ocfFiles } from '../support/ocf-files.js';
import { TOKENS } from '../support/test-asset.js';

const fixture = useFixture();

const review = <Body = ReviewOcfResponse>(changes: object = {}) =>
  fixture.client.post<Body>('/api/streams/review-ocf', { files: ocfFiles(), decimals: 0, ...changes });

describe('a package of a cap table', () => {
  it('is answered date by date, and its terms are those of a stream that pays them', async () => {
    const ada = fixture.wallet();
    const people = [{ name: 'ada lovelace', address: ada.address }];
    const { grants, missing, problems } = await succeeded(review({ people, time: '09:00', utcOffset: '+01:00' }));
    expect({ missing, problems }).toEqual({ missing: [], problems: [] });
    const [grant] = grants;
    expect(grant).toMatchObject({ label: 'CS-1', name: 'Ada Lovelace', status: 'ready', problem: null });
    expect(grant?.dates).toHaveLength(37);
    expect(grant?.dates[1]).toEqual({
      date: '2028-02-29',
      amount: '100',
      paidAt: Date.UTC(2028, 1, 29, 8) / 1_000,
      paid: '100',
    });
    const sender = fixture.wallet();
    const { stream } = await succeeded(
      fixture.client
        .as(sender.address)
        .post<PreviewStreamResponse>('/api/streams/preview', { ...TOKENS.endow(fixture, sender), ...grant?.stream }),
    );
    expect(stream).toMatchObject({
      recipient: ada.address,
      total_amount_base: '4800',
      cliff_timestamp: grant?.dates[0]?.paidAt,
      end_time: grant?.dates.at(-1)?.paidAt,
      calendar: { installments: 48, cliffInstallment: 12, allocation: 'CUMULATIVE_ROUNDING' },
    });
  });

  it('finds people in a CSV, and names those without an address', async () => {
    const csv = `id,address\nada,${fixture.wallet().address}\n`;
    expect((await succeeded(review({ csv }))).grants).toMatchObject([{ status: 'ready' }]);
    expect(await succeeded(review())).toMatchObject({
      missing: [{ id: 'ada', name: 'Ada Lovelace' }],
      grants: [{ status: 'refused', stream: null, dates: [] }],
    });
  });

  it('is refused grant by grant with the value', async () => {
    const people = [{ name: 'Ada Lovelace', address: fixture.wallet().address }];
    const { grants } = await succeeded(review({ files: ocfFiles({ withoutStart: ['CS-2'] }), people }));
    expect(grants).toMatchObject([{ status: 'ready' }, { label: 'CS-2', status: 'refused' }]);
    expect(grants[1]?.problem).toContain('no vesting start for condition "start"');
  });

  it('of very many dates is reviewed in turns with other requests, as far as a request goes', async () => {
    const people = [{ name: 'Ada Lovelace', address: fixture.wallet().address }];
    const reviewed = succeeded(review({ files: ocfFiles({ others: 999 }), people }));
    const progress = { isOver: false };
    const ended = reviewed.finally(() => {
      progress.isOver = true;
    });
    let answers = 0;
    while (!progress.isOver) {
      await succeeded(fixture.client.get('/api/info'));
      await nextTurn();
      answers += 1;
    }
    expect(answers).toBeGreaterThan(100);
    const { grants } = await ended;
    const ready = grants.filter(({ status }) => status === 'ready').length;
    expect(ready).toBeGreaterThan(400);
    expect(ready).toBeLessThan(1_000);
    expect(grants.at(-1)?.problem).toBe('The package has more than 20,000 dates. Import it in parts.');
  });

  it.each<[string, object, string, RegExp]>([
    ['with a negative quantity', { files: ocfFiles({ quantity: '-5' }) }, 'INVALID_REQUEST', /-5/u],
    ['that is not Base64', { files: [{ name: 'a.zip', content: 'äöü' }] }, 'INVALID_REQUEST', /files\[0\]\.content/u],
    ['that is a damaged archive', { files: [{ name: 'a.zip', content: 'UEsDBA==' }] }, 'INVALID_REQUEST', /ZIP/u],
    ['at no time of day', { time: '25:00' }, 'INVALID_TIME', /time/u],
    ['at an offset with two readings', { utcOffset: '+1' }, 'INVALID_TIME', /\+01:00 or \+00:01/u],
  ])('is refused as a whole %s', async (_, changes, code, message) => {
    const refused = await review<Refusal>(changes);
    expect(refused.body).toMatchObject({ success: false, code, message: expect.stringMatching(message) as string });
  });
});
