import {
  askedOf,
  memberOf,
  missingDeposit,
  proposalChoicesOf,
  signerDecisions,
  vaultChoicesOf,
} from './proposal-choices.js';

const vault = {
  ...({ status: 'active', role: 'creator', isSigner: true, isPublic: false } as const),
  currentBalanceBase: 100n,
  totalDepositBase: 100n,
  events: [{ event: 'deposited' }] as const,
};

describe('the choices of a vault', () => {
  it('let its creator alone make the first deposit', () => {
    expect(vaultChoicesOf({ ...vault, status: 'pending' })).toMatchObject({ canDeposit: true, canReceive: false });
    expect(vaultChoicesOf({ ...vault, status: 'pending', role: 'signer' }).canDeposit).toBe(false);
  });

  it('let its creator deposit at any time until it is closed', () => {
    const spent = { ...vault, events: [{ event: 'deposited' }, { event: 'spent' }] as const };
    for (const open of [vault, { ...vault, currentBalanceBase: 40n }, spent])
      expect(vaultChoicesOf(open).canDeposit).toBe(true);
    expect(vaultChoicesOf({ ...vault, role: 'signer' }).canDeposit).toBe(false);
    expect(vaultChoicesOf({ ...vault, status: 'closed' }).canDeposit).toBe(false);
  });

  it('offer what is missing of the plan, unless something was paid out', () => {
    const short = { ...vault, currentBalanceBase: 40n };
    expect(missingDeposit(short)).toBe(60n);
    expect(missingDeposit({ ...short, events: [{ event: 'deposited' }, { event: 'spent' }] })).toBe(0n);
    expect(missingDeposit({ ...vault, currentBalanceBase: 400n })).toBe(0n);
  });

  it('let members propose, and viewers only look', () => {
    expect(vaultChoicesOf({ ...vault, role: 'signer' })).toMatchObject({ canPropose: true, canAddViewer: false });
    expect(vaultChoicesOf({ ...vault, role: 'viewer', isSigner: false }).canPropose).toBe(false);
  });

  it('are none once it is closed', () =>
    expect(vaultChoicesOf({ ...vault, status: 'closed' })).toMatchObject({ canPropose: false, canReceive: false }));
});

const [ann, bob, carol] = ['bchtest:ann', 'bchtest:bob', 'bchtest:carol'];
const members = { signers: [ann, bob, carol], creator: ann };
const at = '2026-05-01T00:00:00.000Z';
const proposal = {
  ...({ status: 'PENDING', kind: 'spend', approvalThreshold: 2, proposer: ann } as const),
  approvals: [] as { signer: string; at: string }[],
  rejections: [] as { signer: string; at: string }[],
};

describe('the choices of a proposal', () => {
  it('let signers sign who have not, and signers and the proposer decline', () => {
    const signed = { ...proposal, approvals: [{ signer: bob, at }] };
    expect(proposalChoicesOf(signed, members, bob)).toMatchObject({ canApprove: false, canReject: true });
    expect(proposalChoicesOf(signed, members, bob).meaning).toMatch(/one more signature/);
    expect(proposalChoicesOf(signed, members, 'carol')).toMatchObject({ canApprove: true });
    expect(proposalChoicesOf(signed, members, carol).meaning).toBe('It takes one more signature to pay.');
    expect(proposalChoicesOf({ ...signed, kind: 'cancel' }, members, carol).meaning).toBe(
      'It takes one more signature to take effect.',
    );
    expect(proposalChoicesOf(signed, members, 'bchtest:dave')).toMatchObject({ canApprove: false, canReject: false });
  });

  it('are those of the wallet address that is a member, first of all a signer who has not decided', () => {
    const signed = { ...proposal, approvals: [{ signer: bob, at }] };
    expect(memberOf(signed, members, ['bchtest:dave', bob])).toBe(bob);
    expect(memberOf(signed, members, ['bchtest:dave', bob, carol])).toBe(carol);
    expect(memberOf({ ...signed, proposer: 'bchtest:erin' }, members, ['bchtest:dave', 'bchtest:erin'])).toBe(
      'bchtest:erin',
    );
    expect(memberOf(signed, members, ['bchtest:dave', 'bchtest:fay'])).toBe('bchtest:dave');
  });

  it('let its guardian alone take back the end of a recovery', () => {
    const end = { ...proposal, kind: 'recovery' as const, proposer: 'bchtest:fred' };
    const asked = { signers: ['bchtest:fred', ann, bob, carol], creator: ann };
    expect(proposalChoicesOf(end, asked, 'bchtest:fred')).toMatchObject({ canApprove: true, canReject: true });
    expect(proposalChoicesOf(end, asked, bob)).toMatchObject({ canApprove: true, canReject: false });
  });

  it('let members send it once two have signed', () => {
    const approvals = [bob, carol].map((signer) => ({ signer, at }));
    const ready = { ...proposal, status: 'APPROVED' as const, approvals };
    expect(proposalChoicesOf(ready, members, ann)).toMatchObject({ canApprove: false, canExecute: true });
    expect(proposalChoicesOf(ready, members, 'bchtest:dave').canExecute).toBe(false);
  });

  it('let all signers sign again where its coins were spent meanwhile', () =>
    expect(
      proposalChoicesOf({ ...proposal, status: 'STALE', approvals: [{ signer: bob, at }] }, members, bob),
    ).toMatchObject({
      canApprove: true,
    }));

  it('are none once it is over', () => {
    for (const status of ['EXECUTED', 'REJECTED'] as const)
      expect(proposalChoicesOf({ ...proposal, status }, members, ann)).toMatchObject({
        canApprove: false,
        canReject: false,
        canExecute: false,
      });
  });

  it('come with each signer’s decision', () =>
    expect(
      signerDecisions({ approvals: [{ signer: bob, at }], rejections: [{ signer: carol, at }] }, members).map(
        ({ decision }) => decision,
      ),
    ).toEqual(['open', 'signed', 'declined']));
});

describe('who is asked to sign', () => {
  const dave = 'bchtest:dave';
  const exchange = {
    signers: [ann, bob, dave],
    leaves: carol,
    joins: dave,
    guardian: null,
    guardianHash: null,
    quietBlocks: 144,
    reviewBlocks: 144,
  };

  it('are all signers of most proposals, and of an exchange of the guardian', () => {
    expect(askedOf({ kind: 'spend', exchange: null, proposer: ann }, members)).toEqual([ann, bob, carol]);
    const guardian = { ...exchange, signers: [ann, bob, carol], leaves: null, joins: null };
    expect(askedOf({ kind: 'exchange', exchange: guardian, proposer: ann }, members)).toEqual([ann, bob, carol]);
  });

  it('are those who stay in an exchange of a key, before and after it is executed', () => {
    const proposed = { kind: 'exchange', exchange, proposer: ann } as const;
    expect(askedOf(proposed, members)).toEqual([ann, bob]);
    expect(askedOf(proposed, { signers: [ann, bob, dave] })).toEqual([ann, bob]);
  });

  it('are the guardian and the new signers at the end of a recovery', () => {
    const end = { ...exchange, signers: [dave, bob, carol], leaves: null, joins: null };
    expect(askedOf({ kind: 'recovery', exchange: end, proposer: 'bchtest:fred' }, members)).toEqual([
      'bchtest:fred',
      dave,
      bob,
      carol,
    ]);
  });
});
