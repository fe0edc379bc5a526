import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { type Campaign, isSameAddress, isWeirError, type Wallet } from '@weir/client';
import { useAddressPrefix, useServices } from '../api/services.js';
import { shortAddress } from '../format/identifiers.js';
import { addressProblem } from '../forms/address-problem.js';
import { RecipientField } from '../forms/recipient-field.js';
import { plural, t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { useTask } from '../ui/hooks.js';
import { Stack } from '../ui/layout.js';
import { TaskState } from '../ui/states.js';
import { Address } from '../ui/values.js';

/** What is wrong with the two addresses, by field. */
interface Problems {
  readonly from?: string;
  readonly to?: string;
}

/** Returns the problem of a field that the service found; undefined of other failures. */
const foundProblem = (error: unknown): Problems | undefined => {
  if (isWeirError(error, 'NOT_ELIGIBLE')) return { from: t('This address is not on the list') };
  if (isWeirError(error, 'INVALID_WHITELIST')) return { to: t('This address is on the list already') };
  return undefined;
};

interface ReplaceAddressProps {
  readonly campaign: Campaign;
  /** Of its creator, or of a member of the treasury that is its creator. */
  readonly wallet: Wallet;
  /** The new address, where a link names it. */
  readonly given: string | undefined;
}

/** Replaces an address of a campaign's list, before the campaign is funded: the new one takes its row and amount. */
export const ReplaceAddress = ({ campaign, wallet, given }: ReplaceAddressProps) => {
  const { weir } = useServices();
  const client = useQueryClient();
  const prefix = useAddressPrefix();
  const task = useTask();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState(given ?? '');
  const [isSubmitted, setSubmitted] = useState(false);
  const [found, setFound] = useState<Problems>();
  const [done, setDone] = useState<{ readonly from: string; readonly to: string; readonly count: number }>();
  const wrongFrom = addressProblem(from, prefix, t('Enter the address that is on the list'));
  const wrongTo =
    addressProblem(to, prefix, t('Enter the new address')) ??
    (from !== '' && isSameAddress(from.trim(), to.trim()) ? t('This is the address that is replaced') : undefined);
  const shown = (problem: string | undefined, text: string): string | undefined =>
    isSubmitted || text !== '' ? problem : undefined;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (wrongFrom !== undefined || wrongTo !== undefined) return;
    const pair = { from: from.trim(), to: to.trim() };
    await task.run(async () => {
      setDone(undefined);
      try {
        const { totalRecipients } = await weir.airdrops.at(campaign.id).replaceAddresses([pair], wallet);
        setDone({ ...pair, count: totalRecipients });
        setFrom('');
        setTo('');
        setSubmitted(false);
      } catch (error) {
        const problems = foundProblem(error);
        if (problems === undefined) throw error;
        setFound(problems);
      }
    });
    await client.invalidateQueries({ queryKey: ['record', campaign.id] });
  };
  return (
    <Card title={t('Replace an address')}>
      <p>
        {t(
          'A recipient has a new wallet? Their new address takes the place and the amount of the old one. This is possible until the airdrop is funded.',
        )}
      </p>
      <Stack as="form" gap={12} onSubmit={(event) => void submit(event)} noValidate>
        <RecipientField
          label={t('Address on the list')}
          value={from}
          onChange={(text) => {
            setFound(undefined);
            setFrom(text);
          }}
          error={found?.from ?? shown(wrongFrom, from)}
          required
        />
        <RecipientField
          label={t('New address')}
          value={to}
          onChange={(text) => {
            setFound(undefined);
            setTo(text);
          }}
          hint={
            given !== undefined && to === given
              ? t('From the link that you opened. Ask the recipient whether it is theirs.')
              : undefined
          }
          error={found?.to ?? shown(wrongTo, to)}
          required
        />
        <div>
          <Button type="submit" disabled={task.isRunning}>
            {t('Replace the address')}
          </Button>
        </div>
      </Stack>
      <TaskState task={task} what={t('Replacing the address. Your wallet may ask you to sign in…')} />
      {done !== undefined && (
        <p role="status">
          {t('{to} takes the place of {from}.', { to: shortAddress(done.to), from: shortAddress(done.from) })}{' '}
          {plural(done.count, {
            one: 'The list has {count} recipient and the same sum.',
            other: 'The list has {count} recipients and the same sum.',
          })}
        </p>
      )}
    </Card>
  );
};

interface FixedListProps {
  /** The new address, where a link names it. */
  readonly given: string | undefined;
}

/** Says to the creator of a funded campaign why an address of its list cannot be replaced, and what to do instead. */
export const FixedList = ({ given }: FixedListProps) => (
  <details open={given !== undefined}>
    <summary>{t('A recipient has a new address?')}</summary>
    <Stack gap={12}>
      <p>
        {t(
          'The list cannot change: the contract fixes it since the airdrop was funded. Pay the new address directly from your wallet.',
        )}{' '}
        {t('A share that nobody has claimed returns to you when you close the airdrop.')}
      </p>
      {given !== undefined && <Address address={given} />}
    </Stack>
  </details>
);
