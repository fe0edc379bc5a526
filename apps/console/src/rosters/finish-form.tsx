import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { isSameAddress } from '@weir/client';
import { VAULT_SIGNERS } from '@weir/kinds';
import { useAddressPrefix, useServices } from '../api/services.js';
import { useKeptDraft } from '../forms/kept-draft.js';
import { showFirstProblem } from '../forms/problems.js';
import { t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { LEAVING, useTask } from '../ui/hooks.js';
import { Stack } from '../ui/layout.js';
import { TaskState } from '../ui/states.js';
import type { VaultDetail } from '../vaults/proposal-choices.js';
import { SignerFields } from '../vaults/signer-fields.js';
import type { SignerKey } from '../vaults/signer-key.js';
import { useAnswer } from '../vaults/use-answer.js';
import { shownSignerProblems, signersProblems } from '../vaults/vault-draft.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';

const route = getRouteApi('/vaults/$id/policies');

/** Who signs from now on. */
interface FinishDraft {
  /** Always three. */
  readonly signers: readonly SignerKey[];
}

const newFinishDraft = (): FinishDraft => ({
  signers: Array.from({ length: VAULT_SIGNERS }, () => ({ address: '', publicKey: '' })),
});

interface FinishFormProps {
  readonly vault: VaultDetail;
  readonly connected: ConnectedWallet;
}

/** Form by which the guardian names the signers that a recovery puts in place. They are invited by links, so it is kept. */
export const FinishForm = ({ vault, connected }: FinishFormProps) => {
  const { id, name } = vault;
  const { weir } = useServices();
  const navigate = useNavigate();
  const prefix = useAddressPrefix();
  const task = useTask();
  const [isSubmitted, setSubmitted] = useState(false);
  const { draft, change, forget } = useKeptDraft(`recovery-${id}`, newFinishDraft());
  const { signers } = draft;
  const setSigner = (place: number, signer: SignerKey): void => change({ signers: signers.with(place - 1, signer) });
  useAnswer(route.useSearch(), ({ place, address, publicKey }) => {
    setSigner(place, { address, publicKey });
    void navigate({ to: '/vaults/$id/policies', params: { id }, search: {}, replace: true });
  });
  const problems = signersProblems(signers, prefix);
  const shown = shownSignerProblems(problems, signers, isSubmitted);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (problems.some((one) => Object.keys(one).length > 0)) {
      showFirstProblem(event.currentTarget);
      return;
    }
    await task.run(async () => {
      const members = {
        signers: signers.map(({ address }) => address.trim()),
        signerPubkeys: signers.map(({ publicKey }) => publicKey.trim().toLowerCase()),
      };
      const made = await weir.vaults.at(id).finishRecovery(members, connected.wallet);
      forget();
      await navigate({ to: '/proposals/$id', params: { id: made.id } });
      return LEAVING;
    });
  };
  return (
    <Stack as="form" gap={16} onSubmit={(event: SubmitEvent) => void submit(event)} noValidate>
      <p>{t('You are its guardian. Name the three who sign from now on. Two of them sign with you.')}</p>
      {signers.map((signer, index) => (
        <SignerFields
          // Keyed by index, since the number of signers is fixed.
          key={index}
          place={index + 1}
          signer={signer}
          name={name}
          answersTo={{ vault: id, form: 'policies' }}
          onChange={(changed) => setSigner(index + 1, changed)}
          problems={shown[index] ?? {}}
          isTaken={(address) => signers.some((one) => one.address !== '' && isSameAddress(one.address, address))}
        />
      ))}
      <div>
        <Button type="submit" look="main" disabled={task.isRunning}>
          {t('Propose these signers')}
        </Button>
      </div>
      <TaskState task={task} what={t('Building it from the treasury’s coins…')} />
    </Stack>
  );
};
