import { addTypedNames, forgetPlanNames, partyName, reviewedName, setStoredNames } from './plan-names.js';

const ADA = 'bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy';
const AWARE = 'bitcoincash:zp3wjpa3tjlj042z2wv7hahsldgwhwy0rqeqkqhk8q';

describe('names of plans', () => {
  afterEach(forgetPlanNames);

  it('finds a name by any form of an address, and takes that of the newest plan', () => {
    setStoredNames([
      { record: 'b', recipient: ADA, name: 'Ada L.' },
      { record: 'a', recipient: ADA, name: 'Ada' },
    ]);
    expect([ADA, AWARE, ADA.replace('bitcoincash:', '')].map(partyName)).toEqual(['Ada L.', 'Ada L.', 'Ada L.']);
  });

  it('marks a name in a review that only the service knows', () => {
    setStoredNames([{ record: 'a', recipient: ADA, name: 'Ada' }]);
    expect(reviewedName(ADA)).toBe('Ada (stored label)');
    addTypedNames([{ recipient: ADA, name: 'Ada Lovelace' }]);
    expect([reviewedName(ADA), partyName(ADA)]).toEqual(['Ada Lovelace', 'Ada Lovelace']);
  });

  it('forgets all names with the wallet', () => {
    setStoredNames([{ record: 'a', recipient: ADA, name: 'Ada' }]);
    addTypedNames([{ recipient: ADA, name: 'Ada' }]);
    forgetPlanNames();
    expect([partyName(ADA), reviewedName(ADA)]).toEqual([undefined, undefined]);
  });
});
