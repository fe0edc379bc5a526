import {
  KEPT_FOR_FEES,
  type ListedVault,
  lostPlaceOf,
  moneyState,
  openProposalTo,
  receivedState,
  remainingSigners,
  sentState,
  successorsOf,
} from './lost-key.js';

const addressOf = (letter: string): string => `bchtest:q${letter.repeat(41)}`;
const [ADA, BEA, CARL, DANA, EVE] = [addressOf('a'), addressOf('c'), addressOf('d'), addressOf('e'), addressOf('f')];
const vault = {
  id: 'old',
  createdAt: '2026-11-01T00:00:00.000Z',
  signers: [ADA, BEA, CARL],
  signerPubkeys: ['02a', '02b', '02c'],
};
const listed = (changes: object): ListedVault =>
  ({
    ...vault,
    id: 'next',
    status: 'active',
    createdAt: '2026-11-20T00:00:00.000Z',
    ...changes,
  }) as unknown as ListedVault;

describe('lostPlaceOf', () => {
  it('names the one signer that the second treasury does not have, in any order', () => {
    expect(lostPlaceOf(vault, { signers: [DANA, CARL, ADA] })).toBe(2);
    expect(lostPlaceOf(vault, { signers: [BEA, DANA, CARL] })).toBe(1);
  });

  it('names none if the same three sign, or if two of them are gone', () => {
    expect(lostPlaceOf(vault, { signers: [CARL, BEA, ADA] })).toBeUndefined();
    expect(lostPlaceOf(vault, { signers: [ADA, DANA, EVE] })).toBeUndefined();
  });
});

describe('successorsOf', () => {
  it('finds treasuries opened later by two of the signers, and none that is older or closed', () => {
    const next = listed({ signers: [ADA, DANA, CARL] });
    const older = listed({ id: 'older', signers: [ADA, DANA, CARL], createdAt: '2026-10-01T00:00:00.000Z' });
    const closed = listed({ id: 'closed', signers: [ADA, DANA, CARL], status: 'closed' });
    expect(successorsOf(vault, [next, older, closed, listed({ id: 'old' })])).toEqual([next]);
  });
});

describe('remainingSigners', () => {
  it('leaves the place of the lost key empty, with its key', () =>
    expect(remainingSigners(vault, 2)).toEqual([
      { address: ADA, publicKey: '02a' },
      { address: '', publicKey: '' },
      { address: CARL, publicKey: '02c' },
    ]));
});

describe('moneyState', () => {
  const pays = (status: string, recipient = EVE) =>
    ({ status, recipient }) as Parameters<typeof openProposalTo>[0][number];

  it('is done once only the fees are left, and no token', () => {
    expect(moneyState({ balance: KEPT_FOR_FEES, tokens: [] }, [], EVE)).toBe('done');
    expect(moneyState({ balance: KEPT_FOR_FEES, tokens: ['ab'] }, [], EVE)).toBe('open');
    expect(moneyState({ balance: 50_000_000n, tokens: [] }, [pays('EXECUTED')], EVE)).toBe('open');
  });

  it('is not done while the tokens are not known', () =>
    expect(moneyState({ balance: 0n, tokens: undefined }, [], EVE)).toBe('open'));

  it('waits while a proposal to the new treasury is open, and not for other proposals', () => {
    for (const status of ['PENDING', 'APPROVED', 'STALE'])
      expect(moneyState({ balance: 50_000_000n, tokens: [] }, [pays(status)], EVE)).toBe('waiting');
    expect(moneyState({ balance: 50_000_000n, tokens: [] }, [pays('PENDING', ADA), pays('REJECTED')], EVE)).toBe(
      'open',
    );
    expect(openProposalTo([pays('REJECTED')], EVE)).toBeUndefined();
  });
});

describe('the state of a record', () => {
  it('of the treasury is open while it can be cancelled, and waits while its refund is on the way', () => {
    expect(sentState({ status: 'ACTIVE', cancelable: true })).toBe('open');
    expect(sentState({ status: 'PAUSED', cancelable: true })).toBe('open');
    expect(sentState({ status: 'CANCELLED', cancelable: true, refund: 'pending' })).toBe('waiting');
    expect(sentState({ status: 'CANCELLED', cancelable: true, refund: 'sent' })).toBe('done');
    expect(sentState({ status: 'ACTIVE', cancelable: false })).toBe('done');
  });

  it('that pays the treasury is open until it has ended', () => {
    expect(receivedState({ status: 'ACTIVE', cancelable: true })).toBe('open');
    expect(receivedState({ status: 'COMPLETED', cancelable: true })).toBe('done');
  });
});
