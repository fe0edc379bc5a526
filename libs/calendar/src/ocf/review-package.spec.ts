import { ADDRESS, fileOf, filesOf, ISSUANCE, OPTIONS, VESTING_START } from '../../test/ocf-files.js';
import { reviewPackage, type ReviewOptions } from './index.js';

const { addresses: _, ...SHARED } = OPTIONS;
const options: ReviewOptions = { ...SHARED, prefix: 'bitcoincash' };
const reviewOf = (changes: Partial<ReviewOptions>, files = filesOf()) =>
  reviewPackage(files, { ...options, ...changes });

describe('a package in review', () => {
  it('has an address for everybody whom a contact or a list names', () => {
    for (const people of [
      { contacts: [{ name: 'Ada Lovelace', address: ADDRESS }] },
      { list: `email,address\nada@example.org,${ADDRESS}\n` },
    ])
      expect(reviewOf(people)).toMatchObject({
        ok: true,
        value: { grants: [{ status: 'ready', address: ADDRESS }], missing: [], problems: [] },
      });
  });

  it('says of whom it has none', () =>
    expect(reviewOf({})).toMatchObject({
      ok: true,
      value: {
        grants: [{ status: 'refused', problem: expect.stringContaining('"ada"') as string }],
        missing: [{ id: 'ada' }],
      },
    }));

  it('is refused as a whole where its files cannot be read', () => {
    expect(reviewOf({}, [fileOf('a.ocf.json', { file_type: 'OTHER' })])).toMatchObject({ ok: false });
    expect(reviewOf({}, filesOf({ transactions: [{ ...ISSUANCE, quantity: '-5' }, VESTING_START] }))).toMatchObject({
      ok: false,
      problem: expect.stringContaining('-5') as string,
    });
  });
});
