import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { isSameAddress } from '@weir/client';
import { useAddressPrefix, useServices } from '../api/services.js';
import { showFirstProblem } from '../forms/problems.js';
import { rich } from '../language/rich.js';
import { plural, t } from '../language/text.js';
import { addContacts, nameAmong, useContacts } from '../names/contacts.js';
import { useLiveRecord } from '../records/use-live-record.js';
import { usePurses } from '../treasury/use-purses.js';
import { Button } from '../ui/button.js';
import { Card, Facts } from '../ui/card.js';
import { Segments } from '../ui/field.js';
import { LEAVING, usePageTitle, useTask } from '../ui/hooks.js';
import { Split, Stack } from '../ui/layout.js';
import { Skeleton } from '../ui/skeleton.js';
import { Empty, TaskState } from '../ui/states.js';
import { Address } from '../ui/values.js';
import { MembersOnly, useVault } from '../vaults/members-only.js';
import type { VaultDetail } from '../vaults/proposal-choices.js';
import { SignerFields } from '../vaults/signer-fields.js';
import type { SignerKey } from '../vaults/signer-key.js';
import { useAnswer } from '../vaults/use-answer.js';
import { useSignerNames } from '../vaults/use-signer-names.js';
import { shownSignerProblems, signersProblems } from '../vaults/vault-draft.js';
import { type ConnectedWallet, owns } from '../wallet/wallet-store.js';
import { renewable } from './renewable.js';

const route = getRouteApi('/vaults/$id/exchange');

/** Counts the streams and payments that a treasury pays, which an exchange leaves alone. */
const useRunning = ({ id, contractAddress }: VaultDetail) => {
  const { weir } = useServices();
  return useQuery({
    queryKey: ['record', id, 'running'],
    enabled: contractAddress !== null,
    queryFn: async ({ signal }) => {
      const query = { sender: contractAddress ?? '', status: 'ACTIVE', limit: 1 } as const;
      const [streams, payments] = await Promise.all([
        weir.streams.page(query, { signal }),
        weir.payments.page(query, { signal }),
      ]);
      return { streams: streams.total, payments: payments.total };
    },
  });
};

/** Shows how many there are of something: a dash for none, and a placeholder while that is not known. */
const counted = (count: number | undefined, text: (known: number) => string): ReactNode =>
  count === undefined ? <Skeleton /> : count === 0 ? '–' : text(count);

interface StayingProps {
  readonly vault: VaultDetail;
  /** How many purses hold money, and how many of them are renewed with the exchange; undefined while they are not known. */
  readonly purses: { readonly open: number; readonly renewed: number } | undefined;
}

/** Says what stays as it is: address, streams, payments and purses. */
const Staying = ({ vault, purses }: StayingProps) => {
  const { data } = useRunning(vault);
  const goOn = (count: number): string => plural(count, { one: '{count} goes on', other: '{count} go on' });
  const late = purses === undefined ? 0 : purses.open - purses.renewed;
  return (
    <Card title={t('What stays')}>
      <Facts
        facts={[
          [
            t('Address of the treasury'),
            vault.contractAddress !== null && <Address key="a" address={vault.contractAddress} />,
          ],
          [t('Streams'), counted(data?.streams, goOn)],
          [t('Payments'), counted(data?.payments, goOn)],
          [
            t('Purses'),
            counted(purses?.renewed, (count) =>
              plural(count, { one: '{count} is renewed with it', other: '{count} are renewed with it' }),
            ),
          ],
        ]}
      />
      <p>{t('One transaction exchanges the key. No money moves, and nothing has to be set up again.')}</p>
      {late > 0 && (
        <p>
          {plural(late, {
            one: '{count} purse keeps its old signers. Change it afterwards, on the page of the purses.',
            other: '{count} purses keep their old signers. Change them afterwards, on the page of the purses.',
          })}
        </p>
      )}
    </Card>
  );
};

interface FormProps {
  readonly vault: VaultDetail;
  readonly connected: ConnectedWallet;
}

/** Whose the new key is: of the person whose key goes, or of another one. */
type Person = 'same' | 'other';

const Form = ({ vault, connected }: FormProps) => {
  const { id, signers, name } = vault;
  usePageTitle(t('Exchange a key of {treasury}', { treasury: name }));
  useLiveRecord(id, vault.isPublic ? undefined : connected.wallet);
  const { weir } = useServices();
  const navigate = useNavigate();
  const search = route.useSearch();
  const contacts = useContacts();
  const names = useSignerNames(vault);
  const prefix = useAddressPrefix();
  const purses = usePurses(id);
  const task = useTask();
  const [isSubmitted, setSubmitted] = useState(false);
  const [person, setPerson] = useState<Person>('same');
  const [joins, setJoins] = useState<SignerKey>({ address: '', publicKey: '' });
  // Hardly anybody gives away their own key: by default the first one of somebody else goes.
  const place =
    search.lost ??
    1 +
      Math.max(
        0,
        signers.findIndex((signer) => !owns(connected, signer)),
      );
  const leaves = signers[place - 1] ?? '';
  const known = nameAmong(contacts, leaves);
  const choose = (lost: number): void =>
    void navigate({ to: '/vaults/$id/exchange', params: { id }, search: { lost }, replace: true });
  useAnswer(search, (answer) => {
    setJoins({ address: answer.address, publicKey: answer.publicKey });
    choose(answer.place);
  });
  const isSigner = (address: string): boolean => signers.some((signer) => isSameAddress(signer, address));
  const [typed = {}] = signersProblems([joins], prefix);
  const problems =
    joins.address !== '' && isSigner(joins.address)
      ? { ...typed, address: t('This is a signer’s address already: a new key has another one') }
      : typed;
  const [shown = {}] = shownSignerProblems([problems], [joins], isSubmitted);
  const open = purses.data?.filter(({ status }) => status === 'ACTIVE');
  const renewed = open === undefined ? [] : renewable(open);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (Object.keys(problems).length > 0) {
      showFirstProblem(event.currentTarget);
      return;
    }
    await task.run(async () => {
      const exchange = {
        leaves,
        joins: joins.address.trim(),
        joinsPubkey: joins.publicKey.trim().toLowerCase(),
      };
      const made = await weir.vaults
        .at(id)
        .proposeExchange(exchange, connected.wallet, { purseIds: renewed.map((purse) => purse.id) });
      if (known !== undefined && person === 'same')
        addContacts([
          { name: known, address: exchange.joins },
          { name: t('{name} (old key)', { name: known }), address: leaves },
        ]);
      await navigate({ to: '/proposals/$id', params: { id: made.id } });
      return LEAVING;
    });
  };
  return (
    <>
      <h1>{t('Exchange a key of {treasury}', { treasury: name })}</h1>
      <p>
        {rich('A key is lost or stolen, or a signer leaves. The other two sign. {back}', {
          back: (
            <Link key="b" to="/vaults/$id/policies" params={{ id }}>
              {t('Back to the keys')}
            </Link>
          ),
        })}
      </p>
      <Split as="form" onSubmit={(event: SubmitEvent) => void submit(event)} noValidate>
        <Stack gap={20}>
          <Card title={t('Whose key goes')}>
            <Segments
              label={t('Signer')}
              value={String(place)}
              onChange={(chosen) => choose(Number(chosen))}
              options={names.map((signer, index) => [String(index + 1), signer] as const)}
            />
          </Card>
          <Card title={t('Who signs instead')}>
            {known !== undefined && (
              <Segments
                label={t('The new key is of')}
                value={person}
                onChange={setPerson}
                options={[
                  ['same', t('{name}, with a new key', { name: known })],
                  ['other', t('somebody else')],
                ]}
              />
            )}
            <SignerFields
              place={place}
              signer={joins}
              name={name}
              answersTo={{ vault: id, form: 'exchange' }}
              onChange={setJoins}
              problems={shown}
              isTaken={isSigner}
            />
          </Card>
        </Stack>
        <Stack gap={20}>
          <Staying vault={vault} purses={open && { open: open.length, renewed: renewed.length }} />
          <Card title={t('What happens next')}>
            <p>{t('Both of the other signers sign it. The second signature sends it.')}</p>
            <div>
              <Button type="submit" look="main" disabled={task.isRunning || open === undefined}>
                {t('Propose the exchange')}
              </Button>
            </div>
            <TaskState task={task} what={t('Building it from the treasury’s coins…')} />
          </Card>
        </Stack>
      </Split>
    </>
  );
};

/** Page that exchanges the key of a signer, on one screen. */
const ExchangePage = () => {
  const { id } = route.useParams();
  return (
    <MembersOnly title={t('Only members can propose')} kind="vault" query={useVault(id)}>
      {(vault, connected) =>
        vault.roster === undefined ? (
          <Empty isPage title={t('The signers of this treasury are fixed')}>
            <p>
              <Link to="/vaults/$id/lost-key" params={{ id }}>
                {t('A signer lost their key?')}
              </Link>
            </p>
          </Empty>
        ) : (
          <Form vault={vault} connected={connected} />
        )
      }
    </MembersOnly>
  );
};

export default ExchangePage;
