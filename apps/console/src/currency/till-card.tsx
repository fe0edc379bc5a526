import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CurrencyPayment, Exact, Schemas } from '@weir/client';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { onceRead } from '../api/once-read.js';
import { useServices } from '../api/services.js';
import { rich } from '../language/rich.js';
import { plural, t } from '../language/text.js';
import type { Reader } from '../records/use-record.js';
import { Button } from '../ui/button.js';
import { Card } from '../ui/card.js';
import { LEAVING, useTask } from '../ui/hooks.js';
import { TaskState } from '../ui/states.js';
import { Amount } from '../ui/values.js';
import { type ConnectedWallet, useWallet } from '../wallet/wallet-store.js';
import { PRICE_MS } from './use-oracles.js';

type Till = Exact<Schemas['TillResponse']>;

interface TakeProps {
  readonly id: string;
  readonly connected: ConnectedWallet;
}

/** The button of the members of the treasury that sends the payment. */
const TakeByTreasury = ({ id, vaultId, connected }: TakeProps & { readonly vaultId: string }) => {
  const { weir } = useServices();
  const navigate = useNavigate();
  const task = useTask();
  const propose = (): Promise<unknown> =>
    task.run(async () => {
      const terms = { kind: 'take', currencyPaymentIds: [id] } as const;
      const made = await weir.vaults.at(vaultId).propose(terms, connected.wallet);
      await navigate({ to: '/proposals/$id', params: { id: made.id } });
      return LEAVING;
    });
  return (
    <>
      <div>
        <Button disabled={task.isRunning} onClick={() => void propose()}>
          {t('Propose to take it back')}
        </Button>
      </div>
      <TaskState task={task} what={t('Building the proposal from the treasury’s coins…')} />
    </>
  );
};

/** Says from when on the rest can be taken back. */
const LaterText = ({ coins, height }: Pick<Till, 'coins' | 'height'>) => {
  const blocks = coins.flatMap(({ takeableAtHeight: at }) => (at !== null && at > height ? [at - height] : []));
  const [first] = blocks.toSorted((one, other) => one - other);
  if (first === undefined) return null;
  return (
    <p>
      {plural(first, {
        one: 'More can be taken back in {count} block.',
        other: 'More can be taken back in {count} blocks.',
      })}
    </p>
  );
};

interface TillCardProps {
  readonly payment: CurrencyPayment;
  readonly reader: Reader;
}

/** Shows the sender, or the members of their treasury, what waits at the top-up address without being added, and takes it back. */
export const TillCard = ({ payment: { id, status, vault_id: vaultId }, reader }: TillCardProps) => {
  const { weir } = useServices();
  const connected = useWallet();
  const { state, run, isRunning } = useVerb('currency', id);
  const isOwner = reader.isSender || vaultId !== null;
  const { data } = useQuery({
    queryKey: ['record', id, 'till'],
    queryFn: ({ signal }) => weir.currencyPayments.at(id).till({ signal }),
    enabled: isOwner && status !== 'PENDING',
    refetchInterval: onceRead(PRICE_MS),
  });
  const left = data?.coins.filter(({ isAdded }) => !isAdded) ?? [];
  // The receipt stays once nothing is left.
  if (data === undefined || (left.length === 0 && state.phase === 'idle')) return null;
  const canTake = data.takeableCoins > 0 && connected !== undefined;
  const take = (by: ConnectedWallet): Promise<unknown> =>
    run('take', by.wallet, (wallet, options) => weir.currencyPayments.at(id).take(wallet, options));
  return (
    <Card title={t('Not added')}>
      {left.length > 0 && (
        <>
          <p>
            {rich('The top-up address holds {amount} that are not added to the payment.', {
              amount: <Amount base={left.reduce((sum, { amountBase }) => sum + amountBase, 0n)} of="BCH" />,
            })}
          </p>
          <p>
            {t(
              'Amounts below the smallest top-up, tokens, and what comes after a cancel stay there. The sender takes them back after the notice.',
            )}
          </p>
        </>
      )}
      {data.takeableCoins > 0 && (
        <p>{rich('{amount} of it can be taken back now.', { amount: <Amount base={data.takeableBase} of="BCH" /> })}</p>
      )}
      <LaterText coins={left} height={data.height} />
      {canTake && reader.isSender && (
        <div>
          <Button disabled={isRunning} onClick={() => void take(connected)}>
            {t('Take it back')}
          </Button>
        </div>
      )}
      <ActionState state={state} />
      {canTake && !reader.isSender && vaultId !== null && (
        <TakeByTreasury id={id} vaultId={vaultId} connected={connected} />
      )}
    </Card>
  );
};
