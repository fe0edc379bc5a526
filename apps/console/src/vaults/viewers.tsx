import { useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { useAddressPrefix, useServices } from '../api/services.js';
import { addressProblem } from '../forms/address-problem.js';
import { t } from '../language/text.js';
import { useKeptState } from '../storage/kept-state.js';
import { Button } from '../ui/button.js';
import { Field, TextInput } from '../ui/field.js';
import { useTask } from '../ui/hooks.js';
import { Stack } from '../ui/layout.js';
import { Failed } from '../ui/states.js';
import { useWallet } from '../wallet/wallet-store.js';
import { vaultChoicesOf, type VaultDetail } from './proposal-choices.js';

/** Form by which the creator of a private vault lets others view it, such as an accountant. */
export const Viewers = ({ vault }: { readonly vault: VaultDetail }) => {
  const { weir } = useServices();
  const connected = useWallet();
  const client = useQueryClient();
  const [address, setAddress, forget] = useKeptState<string>('viewer', '');
  const task = useTask();
  const prefix = useAddressPrefix();
  const wrong = address.trim() === '' ? undefined : addressProblem(address, prefix, '');
  if (connected === undefined || !vaultChoicesOf(vault).canAddViewer) return null;
  const add = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (address.trim() === '' || wrong !== undefined) return;
    await task.run(async () => {
      await weir.vaults.at(vault.id).addViewer(address.trim(), connected.wallet);
      forget();
      await client.invalidateQueries({ queryKey: ['record', vault.id] });
    });
  };
  return (
    <Stack as="form" gap={12} onSubmit={(event) => void add(event)} noValidate>
      <Field
        label={t('Let somebody see it')}
        hint={t('Their address. They can see everything and sign nothing.')}
        error={wrong}
      >
        <TextInput value={address} onChange={setAddress} />
      </Field>
      <div>
        <Button type="submit" small disabled={task.isRunning || address.trim() === '' || wrong !== undefined}>
          {t('Add viewer')}
        </Button>
      </div>
      {task.error !== undefined && <Failed error={task.error} />}
    </Stack>
  );
};
