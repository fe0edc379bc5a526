import { useQueryClient } from '@tanstack/react-query';
import type { Purse } from '@weir/client';
import { useVerb } from '../actions/use-verb.js';
import { ActionState, ConfirmDialog } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { amountWithUnit } from '../format/amount.js';
import { t } from '../language/text.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';
import { assetOfPurse } from './purse-words.js';

interface SendHomeProps {
  readonly purse: Purse;
  readonly connected: ConnectedWallet;
  readonly small?: boolean;
}

/** The button by which any one signer returns all money of a purse to its treasury. */
export const SendHome = ({ purse, connected, small = false }: SendHomeProps) => {
  const { weir } = useServices();
  const client = useQueryClient();
  const home = useVerb('purse', purse.id);
  const send = async (): Promise<void> => {
    await home.run('home', connected.wallet, (wallet, options) => weir.purses.at(purse.id).sendHome(wallet, options));
    // The treasury holds more now. Its list of purses follows a little later: until then the receipt has a place there.
    await client.invalidateQueries({
      queryKey: ['record', purse.vaultId],
      predicate: ({ queryKey: [, , what] }) => what !== 'purses',
    });
  };
  return (
    <>
      <div>
        <ConfirmDialog
          label={t('Send home')}
          title={t('Send the purse home?')}
          confirm={t('Send home')}
          disabled={home.isRunning}
          small={small}
          onConfirm={() => void send()}
        >
          <p>
            {t('Its {amount} return to the treasury. Its key can then pay nothing. One signature is enough.', {
              amount: amountWithUnit(purse.balanceBase, assetOfPurse(purse)),
            })}
          </p>
        </ConfirmDialog>
      </div>
      <ActionState state={home.state} />
    </>
  );
};
