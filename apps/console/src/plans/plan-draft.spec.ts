import { WeirError } from '@weir/client';
import { fromLocalInput } from '../format/time.js';
import { readSchedule } from '../forms/schedule-draft.js';
import { countPaydays } from '../payments/calendar-choice.js';
import { EMPTY_ROW } from '../table/row-draft.js';
import { newPlanDraft, ofProduct, readPlanDraft, repeatedRecipients, rowErrors } from './plan-draft.js';

const NOW = 1_800_000_000;
const row = { recipient: ' bchtest:qa ', amount: '1.5', label: ' Ada ' };
const draft = { ...newPlanDraft(NOW), rows: [row, EMPTY_ROW] };
const terms = (changes: Partial<typeof draft>, vaultId?: string): unknown =>
  readPlanDraft({ ...draft, ...changes }, { vaultId });

describe('a draft of a plan', () => {
  it('becomes terms of grants, without empty rows', () =>
    expect(terms({ description: 'Founders' }, 'a-vault')).toEqual({
      terms: {
        product: 'vesting',
        cancelable: true,
        description: 'Founders',
        vaultId: 'a-vault',
        start: expect.any(Number) as number,
        end: expect.any(Number) as number,
        streams: [{ recipient: 'bchtest:qa', amount: '1.5', label: 'Ada' }],
      },
    }));

  it('takes the day on which a salary ends for all of that day, and a time for what it is', () => {
    const salary = { product: 'recurring', interval: 'DAY_25', start: '2027-11-01T09:00' } as const;
    const start = fromLocalInput(salary.start) ?? 0;
    const paydaysTo = (end: string): number => {
      const read = readPlanDraft({ ...draft, ...salary, rows: [{ ...row, end }] });
      if ('problems' in read) throw new Error(JSON.stringify(read.problems));
      return countPaydays({ interval: 'DAY_25', start }, Number(read.terms.streams?.[0]?.end), 12);
    };
    const payday = fromLocalInput('2027-12-25T09:00') ?? 0;
    expect(['2027-12-24', '2027-12-25', '25.12.2027', String(payday - 1), String(payday)].map(paydaysTo)).toEqual([
      1, 2, 2, 1, 2,
    ]);
    // Where periods have one length, days are those of UTC, as the days on which they begin.
    expect(terms({ ...salary, interval: 'DAILY', rows: [{ ...row, start: '2027-12-01', end: '2027-12-25' }] })).toEqual(
      {
        terms: expect.objectContaining({
          streams: [
            expect.objectContaining({
              start: Date.UTC(2027, 11, 1) / 1_000,
              end: Date.UTC(2027, 11, 25, 23, 59, 59) / 1_000,
            }),
          ],
        }) as unknown,
      },
    );
  });

  it('becomes terms of salaries, which are paid on the same day of each month and have no end', () => {
    const calendar = { months: 1, time: expect.any(String) as string, utcOffset: expect.any(String) as string };
    expect(terms({ product: 'recurring' })).toMatchObject({
      terms: { product: 'recurring', calendar: { ...calendar, day: Number(draft.start.slice(8, 10)) } },
    });
    expect(terms({ product: 'recurring', interval: 'TWICE' })).toMatchObject({
      terms: { calendar: { ...calendar, day: 15, secondDay: 31 } },
    });
    const weekly = { product: 'recurring', interval: 'WEEKLY' } as const;
    expect(terms({ ...weekly, rows: [{ ...row, start: '1800000000', step: '5' }] })).toEqual({
      terms: {
        product: 'recurring',
        interval: 'WEEKLY',
        cancelable: true,
        streams: [{ recipient: 'bchtest:qa', amount: '1.5', label: 'Ada', start: 1_800_000_000 }],
        start: expect.any(Number) as number,
      },
    });
  });

  it('becomes terms of locks, which have no right to cancel, a second where all comes at once, and whole steps', () => {
    expect(terms({ ...ofProduct('lock', 'year'), upfront: 'yes' })).toEqual({
      terms: {
        product: 'lock',
        start: NOW + 365 * 86_400 - 1,
        end: NOW + 365 * 86_400,
        streams: [{ recipient: 'bchtest:qa', amount: '1.5', label: 'Ada' }],
      },
    });
    expect(terms({ ...ofProduct('lock', 'quarters'), rows: [{ ...row, cliff: '1800000100' }] })).toMatchObject({
      terms: { product: 'lock', start: NOW, streams: [{ cliff: 1_800_000_100 }] },
    });
    expect(ofProduct('vesting', 'quarters').length).toBe('year');
  });

  it('lets the recipients of locks move theirs where that was chosen', () => {
    expect(terms(ofProduct('lock', 'year'))).not.toHaveProperty('terms.transferable');
    expect(terms({ ...ofProduct('lock', 'year'), movable: 'yes' })).toMatchObject({
      terms: { product: 'lock', transferable: true },
    });
    // Grants and salaries may move unless their sender forbids it.
    expect(terms({ movable: 'yes' })).not.toHaveProperty('terms.transferable');
  });

  it('has the same schedules as a single stream, and a part at once', () => {
    const read = readSchedule({ ...draft, length: 'grant', pace: 'monthly' });
    if ('problems' in read) throw new Error('It has no problems');
    expect(terms({ length: 'grant', pace: 'monthly' })).toMatchObject({ terms: read.schedule });
    expect(terms({ upfront: 'yes', upfrontPercent: '12.5' })).toMatchObject({
      terms: { shape: { kind: 'upfront-and-tail', upfrontPercent: 12.5 } },
    });
    expect(terms({ length: 'once', upfront: 'yes' })).not.toHaveProperty('terms.shape');
    expect(terms({ length: 'grant', upfront: 'yes' })).toHaveProperty('problems.head.length');
  });

  it('takes a token’s amounts in decimals and requests base units', () =>
    expect(
      readPlanDraft({ ...draft, asset: 'FUNGIBLE_TOKEN', category: 'ab'.repeat(32) }, { tokenDecimals: 2 }),
    ).toMatchObject({ terms: { tokenType: 'FUNGIBLE_TOKEN', streams: [{ amount: '150' }] } }));

  it('has problems by field, of the plan and of each row', () => {
    expect(terms({ rows: [EMPTY_ROW] })).toMatchObject({ problems: { head: { list: 'Name at least one recipient' } } });
    expect(terms({ rows: [row, { ...row, recipient: '', amount: '1,500' }] })).toMatchObject({
      problems: { rows: [{}, { recipient: expect.any(String) as string, amount: expect.any(String) as string }] },
    });
    expect(terms({ asset: 'FUNGIBLE_TOKEN' })).toMatchObject({
      problems: {
        head: { category: expect.any(String) as string },
        rows: [{ amount: 'Whole base units only, without decimals' }, {}],
      },
    });
    expect(terms({ length: 'dates', end: draft.start })).toHaveProperty('problems.head.end');
    for (const upfrontPercent of ['0', '100', 'half'])
      expect(terms({ upfront: 'yes', upfrontPercent })).toHaveProperty('problems.head.upfrontPercent');
  });

  it('takes times of a row as days and times that exist, and a correct one after a refused one', () => {
    for (const start of [
      '2030-02-31',
      '2030-02-30',
      '2027-02-29',
      '2027-01-31T24:00',
      '31.02.2030',
      '2027-01-31 25:61',
    ])
      expect([start, terms({ rows: [{ ...row, start }] })]).toMatchObject([
        start,
        { problems: { rows: [{ start: 'This day or time does not exist' }] } },
      ]);
    expect(terms({ rows: [{ ...row, start: 'soon' }] })).toMatchObject({
      problems: { rows: [{ start: expect.stringContaining('2027-01-31') as string }] },
    });
    for (const start of ['2027-01-31', '31.01.2027', '2027-01-31T00:00:00Z', String(Date.UTC(2027, 0, 31) / 1_000)])
      expect(terms({ rows: [{ ...row, start }] })).toMatchObject({
        terms: { streams: [{ start: Date.UTC(2027, 0, 31) / 1_000 }] },
      });
  });

  it('names the fault of each row’s address', () => {
    const sound = 'bchtest:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy';
    const read = readPlanDraft({ ...draft, rows: [{ ...row, recipient: sound }] }, { prefix: 'bchtest' });
    expect(read).toMatchObject({ problems: { rows: [{ recipient: expect.stringMatching(/checksum/) as string }] } });
  });

  it('knows who is in it twice, in either form of their address', () => {
    const [plain, aware] = [
      'bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy',
      'zp3wjpa3tjlj042z2wv7hahsldgwhwy0rqxxxxxxxx',
    ];
    const recipients = [
      plain,
      '',
      'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
      ` ${aware} `,
      plain.toUpperCase(),
    ];
    expect(repeatedRecipients(recipients.map((recipient) => ({ ...row, recipient })))).toEqual([[1, 4, 5]]);
    expect(repeatedRecipients([EMPTY_ROW, EMPTY_ROW])).toEqual([]);
  });

  it('shows what the service says of rows in their fields, past empty ones', () => {
    const errors = [
      { row: 2, field: 'amount', code: 'INVALID_REQUEST', reason: 'too small' },
      { row: 1, field: 'address', code: 'INVALID_REQUEST', reason: 'no address' },
      { row: 9, field: 'amount', code: 'INVALID_REQUEST', reason: 'of no row' },
    ];
    const error = new WeirError('INVALID_RECIPIENTS', 'Rows', { details: { errors } });
    expect(rowErrors(error, [row, EMPTY_ROW, row])).toEqual([{ recipient: 'No address' }, {}, { amount: 'Too small' }]);
    expect(rowErrors(new Error('Other'), [row])).toEqual([]);
  });
});
