import { airdropChoices } from './airdrop-choices.js';

const campaign = {
  ...({ status: 'PENDING', require_kyc: true, merkle_root: null, cancelable: true } as const),
  ...{ claimed_count: 0, max_claims: null },
};

describe('what can be done with a campaign', () => {
  it('is sending its list, by its creator alone, then funding, by anybody', () => {
    expect(airdropChoices(campaign, true)).toMatchObject({ verbs: [], canSendList: true });
    expect(airdropChoices(campaign, false)).toMatchObject({ verbs: [], canSendList: false });
    const listed = { ...campaign, merkle_root: 'ab' };
    expect(airdropChoices(listed, true)).toMatchObject({ verbs: ['fund'], canSendList: true });
    expect(airdropChoices(listed, false)).toMatchObject({ verbs: ['fund'], canSendList: false });
    expect(airdropChoices({ ...campaign, require_kyc: false }, true)).toMatchObject({
      verbs: ['fund'],
      canSendList: false,
    });
  });

  it('is closing by its creator, where that was agreed', () => {
    const active = { ...campaign, status: 'ACTIVE' as const };
    expect(airdropChoices(active, true).verbs).toEqual(['close']);
    expect(airdropChoices(active, false).verbs).toEqual([]);
    expect(airdropChoices({ ...active, cancelable: false }, true).verbs).toEqual([]);
  });

  it.each(['COMPLETED', 'CANCELLED'] as const)('is nothing once it is %s', (status) =>
    expect(airdropChoices({ ...campaign, status }, true)).toMatchObject({ verbs: [], needsWallet: false }),
  );
});
