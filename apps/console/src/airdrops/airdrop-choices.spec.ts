import { airdropChoices, recipientsText } from './airdrop-choices.js';

const END = 2_000_000_000;
const campaign = {
  ...({ status: 'PENDING', require_kyc: true, merkle_root: null, cancelable: true } as const),
  end_date: null,
  vault_id: null,
};
const reader = { isCreator: false, isOfVault: false, asOf: END - 1, signsMessages: true };
const creator = { ...reader, isCreator: true };
const member = { ...reader, isOfVault: true };

describe('the choices of a campaign', () => {
  it('are for its creator to upload its list, then for anybody to fund it', () => {
    expect(airdropChoices(campaign, creator)).toMatchObject({ verbs: [], canSendList: true });
    expect(airdropChoices(campaign, reader)).toMatchObject({ verbs: [], canSendList: false });
    const listed = { ...campaign, merkle_root: 'ab' };
    expect(airdropChoices(listed, creator)).toMatchObject({ verbs: ['fund'], canSendList: true });
    expect(airdropChoices(listed, reader)).toMatchObject({ verbs: ['fund'], canSendList: false });
    expect(airdropChoices({ ...campaign, require_kyc: false }, creator)).toMatchObject({
      verbs: ['fund'],
      canSendList: false,
    });
  });

  it('let its creator close it, where it is cancelable or its end has passed', () => {
    const active = { ...campaign, status: 'ACTIVE' as const };
    expect(airdropChoices(active, creator)).toMatchObject({ verbs: ['close'], proposals: [] });
    expect(airdropChoices(active, reader).verbs).toEqual([]);
    const bound = { ...active, cancelable: false, end_date: END };
    expect(airdropChoices(bound, creator).verbs).toEqual([]);
    const over = airdropChoices(bound, { ...creator, asOf: END });
    expect(over.verbs).toEqual(['close']);
    expect(over.meaning).toContain('nobody can claim any more. Close it');
    expect(airdropChoices(bound, { ...reader, asOf: END })).toMatchObject({ verbs: [], proposals: [] });
  });

  it('says before it is funded, and in place of the button, that a wallet without messages cannot close it', () => {
    const mute = { ...creator, signsMessages: false };
    const active = { ...campaign, status: 'ACTIVE' as const };
    expect(airdropChoices({ ...campaign, merkle_root: 'ab' }, mute)).toMatchObject({ verbs: ['fund'] });
    for (const one of [campaign, active])
      expect(airdropChoices(one, mute).limit).toContain('To close it, your wallet has to sign');
    expect(airdropChoices(active, mute).verbs).toEqual([]);
    for (const one of [campaign, active]) expect(airdropChoices(one, creator).limit).toBeUndefined();
    expect(airdropChoices(active, { ...mute, isCreator: false }).limit).toBeUndefined();
  });

  it.each(['COMPLETED', 'CANCELLED'] as const)('is nothing once it is %s', (status) => {
    for (const one of [creator, member])
      expect(airdropChoices({ ...campaign, status }, one)).toMatchObject({
        verbs: [],
        proposals: [],
        needsWallet: false,
      });
  });
});

describe('the recipients of a campaign', () => {
  it('are those of its list, nobody before it is sent, or everybody', () => {
    expect(recipientsText({ require_kyc: true, total_recipients: 3 })).toBe('3');
    expect(recipientsText({ require_kyc: true, total_recipients: null })).toBe('No list yet');
    expect(recipientsText({ require_kyc: false, total_recipients: null })).toBe('Everybody');
  });
});

describe('the choices of a campaign that a vault funds', () => {
  it('are for a member to send its list, where they may know the vault, then to propose its funding', () => {
    expect(airdropChoices(campaign, member)).toMatchObject({
      verbs: [],
      proposals: [],
      waitsForList: true,
      canSendList: false,
    });
    const known = { ...campaign, vault_id: 'v' };
    expect(airdropChoices(known, member)).toMatchObject({ proposals: [], canSendList: true });
    expect(airdropChoices({ ...known, merkle_root: 'ab' }, member)).toMatchObject({
      verbs: [],
      proposals: ['fund'],
      waitsForList: false,
      canSendList: true,
    });
    expect(airdropChoices({ ...known, require_kyc: false }, member)).toMatchObject({
      verbs: [],
      proposals: ['fund'],
      canSendList: false,
    });
  });

  it('let a member propose to cancel it, where it is cancelable or its end has passed', () => {
    const active = { ...campaign, status: 'ACTIVE' as const, vault_id: 'v' };
    expect(airdropChoices(active, member)).toMatchObject({ verbs: [], proposals: ['cancel'] });
    const bound = { ...active, cancelable: false, end_date: END };
    expect(airdropChoices(bound, member)).toMatchObject({ verbs: [], proposals: [] });
    expect(airdropChoices(bound, { ...member, asOf: END })).toMatchObject({ verbs: [], proposals: ['cancel'] });
  });
});
