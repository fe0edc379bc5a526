import type { ApiRecord, IndexedContract } from '@weir/infra';
import { compareWithApi } from './contract-view.js';

const [FUNDING, OTHER, LAST] = ['aa', 'bb', 'cc'];

const terms: IndexedContract['terms'] = {
  txid: FUNDING,
  vout: 1,
  product: 'PLAN_RECURRING_BCH',
  family: 'recurring',
  contractAddress: 'address',
  lockingBytecode: '',
  scriptHash: 'script',
  announcement: '',
  sender: '',
  recipient: '',
  plan: null,
  tokenCategory: null,
  totalAmount: 100n,
  fundedHeight: 1,
  fundedTime: 1,
};
const contract: IndexedContract = {
  id: 1,
  terms,
  head: {
    sequence: 3,
    status: 'ACTIVE',
    releasedAmount: 20n,
    commitment: null,
    stateScriptHash: null,
    movedTo: null,
    state: null,
    heldSatoshis: 0n,
    heldTokens: 0n,
    txid: LAST,
    height: 3,
    time: 3,
  },
};
const record: ApiRecord = {
  product: 'stream',
  status: 'ACTIVE',
  fundingTxHash: FUNDING,
  releasedAmount: 20n,
  steps: 3,
  lastTxHash: LAST,
};

describe('compareWithApi', () => {
  it.each<[string, ApiRecord | undefined, string, string | null, unknown]>([
    ['no record', undefined, 'unknown', null, 'The API has no record of this contract'],
    [
      'a record without funding',
      { ...record, status: 'PENDING', fundingTxHash: null, steps: 0, lastTxHash: null },
      'unconfirmed',
      'stream',
      expect.stringContaining('confirm call'),
    ],
    [
      'a record of a twin',
      { ...record, product: 'payment', fundingTxHash: OTHER },
      'other',
      'payment',
      expect.stringContaining(OTHER),
    ],
    ['the same', record, 'confirmed', 'stream', null],
    [
      'a campaign, whose lanes have each a last one',
      { ...record, product: 'airdrop', lastTxHash: null },
      'confirmed',
      'airdrop',
      null,
    ],
    [
      'less',
      { ...record, steps: 1, lastTxHash: FUNDING },
      'confirmed',
      'stream',
      'The API has yet to record 2 more, up to cc',
    ],
    [
      'more',
      { ...record, steps: 4, lastTxHash: OTHER },
      'confirmed',
      'stream',
      'The API has recorded 1 more, not mined or not indexed yet, up to bb',
    ],
    [
      'another transaction',
      { ...record, lastTxHash: OTHER },
      'confirmed',
      'stream',
      'The API has recorded bb where the chain has cc',
    ],
    [
      'another amount',
      { ...record, releasedAmount: 21n },
      'confirmed',
      'stream',
      'The API says that 21 was paid, the chain 20',
    ],
    [
      'another status',
      { ...record, status: 'CANCELLED' },
      'confirmed',
      'stream',
      'The API says CANCELLED, the chain ACTIVE',
    ],
  ])('describes %s', (_, given, apiStatus, apiProduct, apiDifference) => {
    expect(compareWithApi(contract, given)).toEqual({ apiStatus, apiProduct, apiDifference });
  });
});
