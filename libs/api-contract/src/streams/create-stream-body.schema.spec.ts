import { Compile } from 'typebox/compile';
import { CreateStreamBody } from './create-stream-body.schema.js';

const check = Compile(CreateStreamBody);
const usual = {
  recipient: 'bchtest:qqhzut3w9chzut3w9chzut3w9chzut3w9cu09y2f07',
  totalAmount: 1.5,
  streamType: 'LINEAR',
};
const accepts = (changes: object): boolean => check.Check({ ...usual, ...changes });

describe('CreateStreamBody', () => {
  it('takes what is required, alone and with every optional field', () => {
    expect(accepts({})).toBe(true);
    expect(
      accepts({
        cliffTimestamp: 0,
        intervalSeconds: 60,
        cancelNoticeBlocks: 6,
        description: 'Salary',
        vaultId: '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2',
      }),
    ).toBe(true);
  });

  it('takes amounts as numbers and as text', () => {
    expect([1, 0.1, '1', '0.00000546'].map((totalAmount) => accepts({ totalAmount }))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it.each([
    'sender',
    'tokenType',
    'tokenCategory',
    'startTime',
    'endTime',
    'cliffTimestamp',
    'intervalSeconds',
    'cancelable',
    'cancelNoticeBlocks',
    'description',
    'vaultId',
  ])('takes null for %s, which is optional', (field) => {
    expect([accepts({ [field]: null }), accepts({ [field]: undefined })]).toEqual([true, true]);
  });

  it.each(['recipient', 'totalAmount', 'streamType'])('demands %s', (field) => {
    expect([accepts({ [field]: null }), accepts({ [field]: undefined })]).toEqual([false, false]);
  });

  it('accepts CASHTOKENS and RECURRING, and refuses unknown types', () => {
    expect(accepts({ streamType: 'RECURRING', tokenType: 'CASHTOKENS', tokenCategory: 'a'.repeat(64) })).toBe(true);
    expect([accepts({ streamType: 'HOURLY' }), accepts({ tokenType: 'NFT' })]).toEqual([false, false]);
  });

  it.each(['network', 'startDate', 'cliff', 'constructor'])('refuses %s, which it does not know', (field) => {
    expect(accepts({ [field]: 1 })).toBe(false);
  });
});
