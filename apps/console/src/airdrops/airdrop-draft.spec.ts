import { phrase } from '../language/text.js';
import { newAirdrop, readAirdropDraft, scheduleProblems, type AirdropDraft } from './airdrop-draft.js';
import type { CheckState } from './list/use-list.js';

const NOW = 1_800_000_000;
const report = { rows: 2, total: 6_000_000n, wrong: 0, problems: [], encoding: 'utf-8' } as const;
const right: CheckState = { phase: 'checked', report, upload: undefined };
const draft = (changes: Partial<AirdropDraft> = {}): AirdropDraft => ({
  ...newAirdrop(NOW),
  title: 'Friends',
  ...changes,
});
const everybody = (changes: Partial<AirdropDraft> = {}) =>
  draft({ audience: 'everybody', amount: '10', perClaim: '0.01', ...changes });

describe('a draft of an airdrop', () => {
  it('for a list has the total of its rows as its amount', () => {
    expect(readAirdropDraft(draft(), right)).toEqual({
      terms: {
        title: 'Friends',
        requireKyc: true,
        totalAmount: '0.06000000',
        publicList: false,
        cancelable: true,
        sponsorFees: true,
      },
    });
    expect(
      readAirdropDraft(draft({ asset: 'FUNGIBLE_TOKEN', category: 'ab'.repeat(32), publicList: 'yes' }), right, 2),
    ).toMatchObject({ terms: { totalAmount: '6000000', tokenCategory: 'ab'.repeat(32), publicList: true } });
  });

  it('for everybody has a pool and an amount per claim', () =>
    expect(
      readAirdropDraft(everybody({ claimsEach: '2', sponsored: 'no', end: '2030-01-01T00:00' }), undefined),
    ).toEqual({
      terms: {
        title: 'Friends',
        totalAmount: '10',
        amountPerClaim: '0.01',
        maxClaimsPerAddress: 2,
        endDate: Date.parse('2030-01-01T00:00') / 1_000,
        cancelable: true,
        sponsorFees: false,
      },
    }));

  it.each<[Partial<AirdropDraft>, CheckState | undefined, string]>([
    [{ title: ' ' }, right, 'title'],
    [{}, undefined, 'list'],
    [{}, { phase: 'checking', percent: 3, report }, 'list'],
    [{}, { phase: 'failed', reason: phrase('The list is empty') }, 'list'],
    [{}, { phase: 'checked', report: { ...report, wrong: 1 }, upload: undefined }, 'list'],
    [{ start: '2030-01-02T00:00', end: '2030-01-01T00:00' }, right, 'end'],
    [{ cancelable: 'no' }, right, 'end'],
    [{ start: 'soon' }, right, 'start'],
    [everybody({ amount: '' }), undefined, 'amount'],
    [everybody({ perClaim: '11' }), undefined, 'perClaim'],
    [everybody({ perClaim: 'x' }), undefined, 'perClaim'],
    [everybody({ claimsEach: '1.5' }), undefined, 'claimsEach'],
    [everybody({ claimsEach: '1e3' }), undefined, 'claimsEach'],
    [everybody({ claimsEach: '0x10' }), undefined, 'claimsEach'],
  ])('%j with the list %j is reported at its field', (changes, list, field) => {
    const read = readAirdropDraft(draft(changes), list);
    expect('problems' in read ? Object.keys(read.problems) : []).toEqual([field]);
  });

  it('for a list can open locks, whose times it names; for everybody it cannot', () => {
    const vested = draft({ vested: 'yes' });
    const { end } = vested.schedule;
    const endTime = Date.parse(end) / 1_000;
    const vesting = { streamType: 'LINEAR', startTime: endTime - 1, endTime, cliffTimestamp: null };
    expect(readAirdropDraft(vested, right)).toMatchObject({ terms: { vesting } });
    expect(readAirdropDraft({ ...everybody(), vested: 'yes' }, undefined)).not.toHaveProperty('terms.vesting');
    const quarters = { ...vested.schedule, length: 'quarters' } as const;
    expect(readAirdropDraft({ ...vested, schedule: quarters }, right)).toMatchObject({
      terms: { vesting: { streamType: 'STEP', startTime: NOW } },
    });
    const wrong = readAirdropDraft({ ...vested, schedule: { ...vested.schedule, end: '' } }, right);
    expect('problems' in wrong && scheduleProblems(wrong.problems)).toEqual({ end: 'Choose until when' });
  });
});
