import { keptInTab } from '../storage/kept.js';
import { keptSignIns } from './sign-ins.js';

const session = { bearer: 'secret', expiresAt: 4_000_000_000, addresses: ['bchtest:qa'] };

describe('keptSignIns', () => {
  afterEach(() => keptSignIns.save([]));

  it('returns the sessions that were saved last, and none after they were removed', () => {
    keptSignIns.save([session]);
    expect(keptSignIns.load()).toEqual([session]);
    keptSignIns.save([]);
    expect(keptSignIns.load()).toEqual([]);
  });

  it.each(['{', 'null', '[1, null, {"bearer": 1}]', '[{"bearer":"b","expiresAt":"soon","addresses":[]}]'])(
    'ignores a stored %s',
    (text) => {
      keptInTab.set('weir:sign-ins', text);
      expect(keptSignIns.load()).toEqual([]);
    },
  );
});
