import { proposalChoicesOf, signerDecisions } from './proposal-choices.js';
import { vaultChoicesOf } from './vault-choices.js';

const vault = {
  ...({ status: 'active', role: 'creator', isSigner: true, isPublic: false } as const),
  ...{ currentBalanceBase: 100n, totalDepositBase: 100n, events: [{ event: 'deposited' }] as const },
};

describe('what can be done with a vault', () => {
  it('is the first deposit, by its creator alone', () => {
    expect(vaultChoicesOf({ ...vault, status: 'pending' })).toMatchObject({ canDeposit: true, canReceive: false });
    expect(vaultChoicesOf({ ...vault, status: 'pending', role: 'signer' }).canDeposit).toBe(false);
  });

  it('is paying in what is missing of the plan, unless it was paid out', () => {
    const short = { ...vault, currentBalanceBase: 40n };
    expect(vaultChoicesOf(short).canDeposit).toBe(true);
    expect(vaultChoicesOf({ ...short, events: [{ event: 'deposited' }, { event: 'spent' }] }).canDeposit).toBe(false);
  });

  it('is proposing for members, and looking for viewers', () => {
    expect(vaultChoicesOf({ ...vault, role: 'signer' })).toMatchObject({ canPropose: true, canAddViewer: false });
    expect(vaultChoicesOf({ ...vault, role: 'viewer', isSigner: false }).canPropose).toBe(false);
  });

  it('is nothing once it is closed', () =>
    expect(vaultChoicesOf({ ...vault, status: 'closed' })).toMatchObject({ canPropose: false, canReceive: false }));
});

const [ann, bob, carol] = ['bchtest:ann', 'bchtest:bob', 'bchtest:carol'];
const members = { signers: [ann, bob, carol], creator: ann };
const at = '2026-05-01T00:00:00.000Z';
const proposal = {
  ...({ status: 'PENDING', kind: 'spend', approvalThreshold: 2, proposer: ann } as const),
  ...{ approvals: [] as { signer: string; at: string }[], rejections: [] as { signer: string; at: string }[] },
};

describe('what can be done with a proposal', () => {
  it('is signing for who has not, and declining for signers and the proposer', () => {
    const signed = { ...proposal, approvals: [{ signer: bob, at }] };
    expect(proposalChoicesOf(signed, members, bob)).toMatchObject({ canApprove: false, canReject: true });
    expect(proposalChoicesOf(signed, members, bob).meaning).toMatch(/one more signature/);
    expect(proposalChoicesOf(signed, members, 'carol')).toMatchObject({ canApprove: true });
    expect(proposalChoicesOf(signed, members, 'bchtest:dave')).toMatchObject({ canApprove: false, canReject: false });
  });

  it('is sending it once two have signed', () => {
    const approvals = [bob, carol].map((signer) => ({ signer, at }));
    const ready = { ...proposal, status: 'APPROVED' as const, approvals };
    expect(proposalChoicesOf(ready, members, ann)).toMatchObject({ canApprove: false, canExecute: true });
    expect(proposalChoicesOf(ready, members, 'bchtest:dave').canExecute).toBe(false);
  });

  it('is signing anew where its coins went elsewhere, also by who had signed', () =>
    expect(
      proposalChoicesOf({ ...proposal, status: 'STALE', approvals: [{ signer: bob, at }] }, members, bob),
    ).toMatchObject({
      canApprove: true,
    }));

  it('is nothing once it is over', () => {
    for (const status of ['EXECUTED', 'REJECTED'] as const)
      expect(proposalChoicesOf({ ...proposal, status }, members, ann)).toMatchObject({
        ...{ canApprove: false, canReject: false, canExecute: false },
      });
  });

  it('tells how each signer stands', () =>
    expect(
      signerDecisions({ approvals: [{ signer: bob, at }], rejections: [{ signer: carol, at }] }, members).map(
        ({ decision }) => decision,
      ),
    ).toEqual(['open', 'signed', 'declined']));
});
