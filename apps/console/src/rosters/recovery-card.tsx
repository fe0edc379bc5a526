import { Link } from '@tanstack/react-router';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { noticeText } from '../format/time.js';
import { t } from '../language/text.js';
import { NamedAddress } from '../records/named-address.js';
import { Button } from '../ui/button.js';
import { Card, Facts, Progress } from '../ui/card.js';
import { Caution } from '../ui/caution.js';
import { Stack } from '../ui/layout.js';
import { Failed, Waiting } from '../ui/states.js';
import { vaultChoicesOf, type VaultDetail } from '../vaults/proposal-choices.js';
import { type ConnectedWallet, useRole } from '../wallet/wallet-store.js';
import { FinishForm } from './finish-form.js';
import { GuardianForm } from './guardian-form.js';
import { countdownOf, type Roster } from './roster-words.js';
import { useRecovery } from './use-recovery.js';

interface RecoveryCardProps {
  readonly vault: VaultDetail;
  /** Undefined where somebody reads a public treasury without a wallet. */
  readonly connected: ConnectedWallet | undefined;
}

interface RecoveryProps extends RecoveryCardProps {
  readonly roster: Roster;
  /** Height of the chain; null where no server of the chain answers. */
  readonly height: number | null;
  /** Id of the open proposal by which the guardian ends the recovery; undefined where there is none. */
  readonly end: string | undefined;
}

interface StepProps {
  readonly vault: VaultDetail;
  readonly connected: ConnectedWallet;
}

/** The one button by which any signer stops a recovery. */
const StopRecovery = ({ vault, connected }: StepProps) => {
  const { weir } = useServices();
  const veto = useVerb('vault', vault.id);
  return (
    <>
      <div>
        <Button
          look="danger"
          disabled={veto.isRunning}
          onClick={() =>
            void veto.run('veto', connected.wallet, (wallet, options) =>
              weir.vaults.at(vault.id).vetoRecovery(wallet, options),
            )
          }
        >
          {t('Stop the recovery')}
        </Button>
      </div>
      <ActionState state={veto.state} />
    </>
  );
};

/** The button by which the guardian begins a recovery. */
const CallRecovery = ({ vault, connected }: StepProps) => {
  const { weir } = useServices();
  const call = useVerb('vault', vault.id);
  return (
    <>
      <p>{t('You are its guardian. If its signers are lost, call a recovery. Every signer gets a message.')}</p>
      <div>
        <Button
          disabled={call.isRunning}
          onClick={() =>
            void call.run('call', connected.wallet, (wallet, options) =>
              weir.vaults.at(vault.id).callRecovery(wallet, options),
            )
          }
        >
          {t('Call a recovery')}
        </Button>
      </div>
      <ActionState state={call.state} />
    </>
  );
};

/** Shows a recovery that runs: how long it can be stopped, and what the user can do. */
const Running = ({ vault, roster, height, end, connected }: RecoveryProps) => {
  const countdown = countdownOf(roster, height);
  return (
    <Stack gap={16}>
      <Caution title={t('A recovery is running')}>
        {countdown === undefined || countdown.left > 0
          ? t('The guardian names other signers in {duration}, unless one of you stops it.', {
              duration: noticeText(countdown?.left ?? roster.reviewBlocks),
            })
          : t('The guardian can name other signers now, unless one of you stops it.')}
      </Caution>
      {countdown !== undefined && <Progress percent={countdown.percent} what={t('Time to stop it')} />}
      {vault.isSigner && connected !== undefined && <StopRecovery vault={vault} connected={connected} />}
      {end !== undefined && (
        <p>
          <Link to="/proposals/$id" params={{ id: end }}>
            {t('See whom the guardian names')}
          </Link>
        </p>
      )}
      {roster.isGuardian && end === undefined && connected !== undefined && (
        <FinishForm vault={vault} connected={connected} />
      )}
    </Stack>
  );
};

/** Shows how long nobody has signed, and lets the guardian call a recovery once that was long enough. */
const Quiet = ({ vault, roster, height, connected }: RecoveryProps) => {
  const countdown = countdownOf(roster, height);
  return (
    <Stack gap={16}>
      {countdown !== undefined && (
        <>
          <p>
            {countdown.left > 0
              ? t('Silent so far: the guardian may call a recovery in {duration}.', {
                  duration: noticeText(countdown.left),
                })
              : t('It was silent long enough: the guardian may call a recovery now.')}
          </p>
          <Progress percent={countdown.percent} what={t('Silence')} />
          <p>{t('Anything that two of you sign starts the silence again. What streams and purses pay does not.')}</p>
        </>
      )}
      {roster.isGuardian && countdown?.left === 0 && connected !== undefined && (
        <CallRecovery vault={vault} connected={connected} />
      )}
    </Stack>
  );
};

/** Shows who may recover a treasury, how long it was silent, and a recovery that runs, with the button that stops it. */
export const RecoveryCard = ({ vault, connected }: RecoveryCardProps) => {
  const { data, error, refetch } = useRecovery(vault.id);
  const roleOf = useRole();
  if (data === undefined)
    return (
      <Card title={t('Recovery')}>
        {error === null ? (
          <Waiting what={t('Reading the treasury from the chain…')} />
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )}
      </Card>
    );
  const { roster, height, proposal } = data;
  const canPropose = vaultChoicesOf(vault).canPropose;
  const change = canPropose && connected !== undefined && (
    <GuardianForm key={roster.generation} vault={vault} roster={roster} connected={connected} />
  );
  if (roster.guardianHash === null)
    return (
      <Card title={t('Recovery')}>
        <p>{t('It has no guardian. If two keys are lost, nobody can recover it.')}</p>
        {change}
      </Card>
    );
  const Part = roster.phase === 'recovering' ? Running : Quiet;
  return (
    <Card title={t('Recovery')}>
      <Facts
        facts={[
          [
            t('Guardian'),
            roster.guardian === null ? (
              t('A guardian whose address the chain does not show')
            ) : (
              <NamedAddress key="g" address={roster.guardian} mine={roleOf(roster.guardian)} />
            ),
          ],
          [t('Silence before a recovery'), noticeText(roster.quietBlocks)],
          [t('Time to stop it'), noticeText(roster.reviewBlocks)],
        ]}
      />
      <Part vault={vault} roster={roster} height={height} end={proposal?.id} connected={connected} />
      {change}
    </Card>
  );
};
