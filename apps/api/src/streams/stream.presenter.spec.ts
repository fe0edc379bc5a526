import type { StreamView } from '@weir/services';
import { toCreateStreamInput } from './stream-creation.presenter.js';
import { presentClaim, presentStream } from './stream.presenter.js';

const view: StreamView = {
  id: '0198d3a5-6f0c-7cc1-b8a4-0f0b3a1de6c2',
  streamId: '#WEIR-BCH-000001',
  sender: 'sender',
  recipient: 'recipient',
  tokenType: 'BCH',
  tokenCategory: null,
  totalAmount: 300_000_000n,
  withdrawnAmount: 1n,
  vestedAmount: 299_999_999n,
  claimableAmount: 299_999_998n,
  streamType: 'LINEAR',
  startTime: 1,
  endTime: 2,
  intervalSeconds: null,
  cliffTimestamp: null,
  cancelable: true,
  cancelNoticeBlocks: 36,
  vaultId: null,
  description: null,
  status: 'ACTIVE',
  contractAddress: 'contract',
  nftCommitment: '00',
  fundingTxHash: 'aa',
  fundingVout: 1,
  fundedBySender: true,
  activatedAt: 3,
  expiresAt: null,
  createdAt: 4,
  updatedAt: 5,
  refund: null,
  asOf: 6,
};

describe('presentStream', () => {
  it('writes every amount twice: as a number and to the last digit', () => {
    expect(presentStream(view)).toMatchObject({
      total_amount: 3,
      total_amount_base: '300000000',
      withdrawn_amount: 0.00000001,
      withdrawn_amount_base: '1',
      vested_amount: 2.99999999,
      vested_amount_base: '299999999',
      claimable_amount: 2.99999998,
      claimable_amount_base: '299999998',
    });
  });

  it('says 100 percent only when all has vested', () => {
    expect(presentStream(view).progress_percentage).toBe(99.99);
    expect(presentStream({ ...view, vestedAmount: view.totalAmount }).progress_percentage).toBe(100);
    expect(presentStream({ ...view, vestedAmount: 0n }).progress_percentage).toBe(0);
  });

  it('writes tokens in base units, exact beyond what a number holds', () => {
    const total = 2n ** 63n - 1n;
    expect(presentStream({ ...view, tokenType: 'FUNGIBLE_TOKEN', totalAmount: total })).toMatchObject({
      total_amount: Number(total),
      total_amount_base: '9223372036854775807',
    });
    const claim = {
      id: 'c',
      streamId: view.id,
      recipient: 'recipient',
      amount: 5n,
      claimedAt: 7,
      txHash: 'bb',
      source: 'chain',
    } as const;
    expect(presentClaim(claim, 'FUNGIBLE_TOKEN')).toMatchObject({ amount: 5, amount_base: '5' });
  });

  it('carries the refund of a cancelled stream', () => {
    const refund = { amount: 150_000_000n, status: 'sent', txHash: 'cc', availableAtHeight: 9 } as const;
    expect(presentStream({ ...view, refund }).refund).toEqual({
      amount: 1.5,
      amountBase: '150000000',
      amount_base: '150000000',
      status: 'sent',
      txHash: 'cc',
      availableAtHeight: 9,
    });
  });
});

describe('toCreateStreamInput', () => {
  const usual = { recipient: 'recipient', totalAmount: 1, streamType: 'LINEAR' } as const;

  it('takes null for absent, except where zero and null mean none', () => {
    const input = toCreateStreamInput({
      ...usual,
      sender: null,
      tokenType: null,
      startTime: null,
      cancelable: null,
      description: null,
      cliffTimestamp: null,
    });
    expect(Object.entries(input).filter(([, value]) => value !== undefined)).toEqual([
      ['recipient', 'recipient'],
      ['totalAmount', 1],
      ['streamType', 'LINEAR'],
      ['cliffTimestamp', null],
    ]);
  });

  it('knows tokens by both words, and categories in capitals', () => {
    expect(toCreateStreamInput({ ...usual, tokenType: 'CASHTOKENS', tokenCategory: 'AB'.repeat(32) })).toMatchObject({
      tokenType: 'FUNGIBLE_TOKEN',
      tokenCategory: 'ab'.repeat(32),
    });
  });
});
