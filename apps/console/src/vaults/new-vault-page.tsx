import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { isSameAddress, type VaultTerms } from '@weir/client';
import { BCH_DECIMALS } from '@weir/kinds';
import { useAddressPrefix, useServices } from '../api/services.js';
import { unitFor } from '../format/typed-amount.js';
import { AmountField } from '../forms/amount-field.js';
import { useKeptDraft } from '../forms/kept-draft.js';
import { RecipientField } from '../forms/recipient-field.js';
import { useCreate } from '../forms/use-create.js';
import { t, tOptions } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { Caution } from '../ui/caution.js';
import { segmentField, selectField, textField } from '../ui/field.js';
import { usePageTitle } from '../ui/hooks.js';
import { Columns, Split, Stack } from '../ui/layout.js';
import { Failed, Waiting } from '../ui/states.js';
import { WalletButton } from '../wallet/wallet-button.js';
import { useWallet } from '../wallet/wallet-store.js';
import { remainingSigners } from './lost-key.js';
import { useVault } from './members-only.js';
import { SignerFields } from './signer-fields.js';
import type { SignerKey } from './signer-key.js';
import { useAnswer } from './use-answer.js';
import { newVaultDraft, readVaultDraft, REVIEWS, shownVaultProblems, SILENCES } from './vault-draft.js';

const route = getRouteApi('/vaults/new');

/** Page that creates a treasury: its signers, the first deposit, and who may see it. */
const NewVaultPage = () => {
  usePageTitle(t('New treasury'));
  const { weir } = useServices();
  const connected = useWallet();
  const navigate = useNavigate();
  const kept = useKeptDraft('vault', newVaultDraft());
  const { draft, change, isRestored } = kept;
  const isUntouched = !isRestored && draft.name === '' && draft.signers.every(({ address }) => address === '');
  const search = route.useSearch();
  const { from, lost } = search;
  const old = useVault(from);
  // Who comes from the guide for a lost key finds the two other signers in the draft, unless they are filling in another one.
  const takeRemaining = useEffectEvent(() => {
    if (old.data === undefined || lost === undefined) return;
    const { data: vault } = old;
    const signers = remainingSigners(vault, lost);
    const isSame = signers.every(({ address }, index) => address === '' || draft.signers[index]?.address === address);
    if (!isSame && isUntouched)
      change({
        signers,
        name: t('{name} (new signers)', { name: vault.name }),
        seenBy: vault.isPublic ? 'everybody' : 'members',
      });
    if (isSame || isUntouched) void navigate({ to: '/vaults/new', search: {}, replace: true });
  });
  useEffect(() => takeRemaining(), [old.data, lost]);
  const startFromOld = (): void => {
    if (old.data === undefined || lost === undefined) return;
    change({
      ...newVaultDraft(),
      signers: remainingSigners(old.data, lost),
      name: t('{name} (new signers)', { name: old.data.name }),
    });
    void navigate({ to: '/vaults/new', search: {}, replace: true });
  };
  const setSigner = (place: number, signer: SignerKey): void =>
    change({ signers: draft.signers.map((one, index) => (index === place - 1 ? signer : one)) });
  useAnswer(search, ({ place, address, publicKey }) => {
    setSigner(place, { address, publicKey });
    void navigate({ to: '/vaults/new', search: {}, replace: true });
  });
  const read = readVaultDraft(draft, { prefix: useAddressPrefix() });
  const { isSubmitted, isCreating, error, submit } = useCreate<VaultTerms>({
    product: 'vault',
    kept,
    store: async (terms, wallet) => (await weir.vaults.create(terms, wallet)).id,
    open: (id) => navigate({ to: '/vaults/$id', params: { id } }),
  });
  // The form begins with what it takes from the old one.
  if (from !== undefined && old.data === undefined)
    return (
      <>
        <h1>{t('New treasury')}</h1>
        {old.error === null ? (
          <Waiting what={t('Loading the treasury…')} />
        ) : (
          <Failed error={old.error} retry={() => void old.refetch()} />
        )}
      </>
    );
  const problems = 'problems' in read ? shownVaultProblems(read.problems, draft, isSubmitted) : undefined;
  const form = { draft, onChange: change, problems: problems ?? {} };
  return (
    <>
      <h1>{t('New treasury')}</h1>
      {from !== undefined && old.data !== undefined && !isUntouched && (
        <Caution title={t('You have begun another treasury')}>
          <p>{t('Its draft stays until you start over with the two remaining signers.')}</p>
          <Button small onClick={startFromOld}>
            {t('Start over with them')}
          </Button>
        </Caution>
      )}
      <Split as="form" onSubmit={(event) => void submit(event, 'terms' in read ? read.terms : undefined)} noValidate>
        <Stack gap={20}>
          <Card title={t('Terms')}>
            <Stack gap={16}>
              {textField(form, 'name', t('Name'), { hint: t('Its name for its members.'), required: true })}
              <AmountField
                {...unitFor('BCH', BCH_DECIMALS)}
                label={t('First deposit in BCH')}
                value={draft.deposit}
                onChange={(deposit) => change({ deposit })}
                hint={t('You deposit it next. Coins and tokens can be sent to it at any time afterwards.')}
                error={problems?.deposit}
                placeholder="0.00"
                required
              />
              {segmentField(
                form,
                'seenBy',
                t('Who sees it'),
                [
                  ['members', t('Its members, after they prove their address')],
                  ['everybody', t('Everybody')],
                ],
                t(
                  'Its payments are on the chain for everybody. Its name, its members and its proposals are shown only to those you choose.',
                ),
              )}
              {textField(form, 'description', t('Description (optional)'))}
            </Stack>
          </Card>
          <Card title={t('Signers')}>
            <p>
              {t(
                'Three people, each with their own wallet. Any two of them can spend together. If one key is lost or stolen, the money is safe.',
              )}
            </p>
            {segmentField(
              form,
              'keys',
              t('Can a key be exchanged later?'),
              [
                ['fixed', t('No, the keys stay')],
                ['exchangeable', t('Yes, by two signers')],
              ],
              draft.keys === 'fixed'
                ? t('The address follows from the three keys. If a key is lost, you move everything to a new treasury.')
                : t(
                    'Two signers replace a lost key in one transaction. Address, streams and purses stay. You see the address once a block holds the first deposit.',
                  ),
            )}
            {draft.signers.map((signer, index) => (
              <SignerFields
                // Keyed by index, since the number of signers is fixed.
                key={index}
                place={index + 1}
                signer={signer}
                name={draft.name.trim()}
                onChange={(changed) => setSigner(index + 1, changed)}
                problems={problems?.signers[index] ?? {}}
                isTaken={(address) =>
                  draft.signers.some((one) => one.address !== '' && isSameAddress(one.address, address))
                }
              />
            ))}
          </Card>
          {draft.keys === 'exchangeable' && (
            <Card title={t('Guardian')}>
              <p>
                {t(
                  'A guardian can name new signers if nobody signs for a long time. Any one signer stops that. Choose somebody outside, such as a lawyer.',
                )}
              </p>
              <Stack gap={16}>
                <RecipientField
                  label={t('Address of the guardian (optional)')}
                  value={draft.guardian}
                  onChange={(guardian) => change({ guardian })}
                  hint={t('Without a guardian, two lost keys lock the money for ever.')}
                  error={problems?.guardian}
                />
                {draft.guardian.trim() !== '' && (
                  <Columns gap={16}>
                    {selectField(
                      form,
                      'quiet',
                      t('Silence before a recovery'),
                      tOptions(SILENCES),
                      t('Longer than two signers ever sign nothing.'),
                    )}
                    {selectField(
                      form,
                      'review',
                      t('Time to stop it'),
                      tOptions(REVIEWS),
                      t('Long enough for one signer to notice.'),
                    )}
                  </Columns>
                )}
              </Stack>
            </Card>
          )}
        </Stack>
        <Stack gap={20}>
          {error !== undefined && <Failed error={error} />}
          {connected === undefined ? (
            <Card title={t('Who opens it?')}>
              <p>
                {t('Connect the wallet that pays the first deposit. It may be one of the signers, or somebody else.')}
              </p>
              <WalletButton />
            </Card>
          ) : (
            <Card title={t('Costs')}>
              <p>
                {t(
                  'Opening it stores these terms, and costs nothing. The deposit is the next step: one transaction, whose fee is a few hundred satoshis.',
                )}
              </p>
              <Button type="submit" look="main" disabled={isCreating}>
                {t('Open treasury')}
              </Button>
              {isCreating && <Waiting what={t('Storing the terms…')} on="task" />}
            </Card>
          )}
        </Stack>
      </Split>
    </>
  );
};

export default NewVaultPage;
