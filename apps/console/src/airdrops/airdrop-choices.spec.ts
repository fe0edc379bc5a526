import { airdropChoices } from './airdrop-choices.js';

const campaign = {
  ...({ status: 'PENDING', require_kyc: true, merkle_root: null, cancelable: true } as const),
  ...{ claimed_count: 0, max_claims: null },
};

describe('the choices of a campaign', () => {
  it('are for its creator to upload its list, then for anybody to fund it', () => {
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

  it('let its creator close it, where it is cancelable', () => {
    const active = { ...campaign, status: 'ACTIVE' as const };
    expect(airdropChoices(active, true).verbs).toEqual(['close']);
    expect(airdropChoices(active, false).verbs).toEqual([]);
    expect(airdropChoices({ ...active, cancelable: false }, true).verbs).toEqual([]);
  });

  it.each(['COMPLETED', 'CANCELLED'] as const)('is nothing once it is %s', (status) =>
    expect(airdropChoices({ ...campaign, status }, true)).toMatchObject({ verbs: [], needsWallet: false }),
  );
});
