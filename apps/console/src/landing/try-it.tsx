import { useNavigate } from '@tanstack/react-router';
import { useServices } from '../api/services.js';
import { withTexts } from '../language/load.js';
import { t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { useTask } from '../ui/hooks.js';
import { TaskState } from '../ui/states.js';
import { isTestChain, useSite } from '../wallet/use-site.js';
import { useIsReconnecting, useWallet, walletStore } from '../wallet/wallet-store.js';

const loadConnect = withTexts(() => import('../wallet/connect.js'));

const TEN_BCH = 1_000_000_000n;

/** Button that makes a wallet in the page with test coins, where the network has a faucet. */
export const TryIt = () => {
  const { weir, settings } = useServices();
  const site = useSite();
  const navigate = useNavigate();
  const task = useTask();
  const connected = useWallet();
  const isReconnecting = useIsReconnecting();
  // It says what failed after the wallet was made, too.
  const isOver = connected !== undefined && !task.isRunning && task.error === undefined;
  if (settings.devKitUrl === null || site === undefined || !isTestChain(site) || isOver || isReconnecting) return null;
  const start = async (): Promise<void> => {
    const { connect } = await loadConnect();
    await connect('local', site, () => undefined);
    const address = walletStore.get()?.address;
    if (address === undefined) return;
    await weir.dev.faucet(address, TEN_BCH);
    await weir.dev.mine();
    await navigate({ to: '/home' });
  };
  return (
    <>
      <Button disabled={task.isRunning} onClick={() => void task.run(start)}>
        {t('Try it with test coins')}
      </Button>
      <TaskState task={task} what={t('Making a wallet with test coins…')} />
    </>
  );
};
