import { ADDRESS, fileOf, filesOf, ISSUANCE, OPTIONS, VESTING_START } from '../../test/ocf-files.js';
import { type ReviewOptions, reviewPackage, sentenceText } from './index.js';

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
      value: { grants: [{ status: 'refused', problem: { values: { id: '"ada"' } } }], missing: [{ id: 'ada' }] },
    }));

  it('is refused as a whole where its files cannot be read', () => {
    expect(reviewOf({}, [fileOf('a.ocf.json', { file_type: 'OTHER' })])).toMatchObject({ ok: false });
    const refused = reviewOf({}, filesOf({ transactions: [{ ...ISSUANCE, quantity: '-5' }, VESTING_START] }));
    expect(refused.ok ? 'read' : sentenceText(refused.problem)).toBe(
      '"Transactions.ocf.json", item 1, field "quantity" has the value "-5", which cannot be imported. Expected digits, without a sign or an exponent.',
    );
  });
});
