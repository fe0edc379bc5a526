import { useState } from 'react';
import type { Portfolio } from '@weir/client';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { numberText, t } from '../language/text.js';
import { Button } from '../ui/button.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';

interface ClaimAllProps {
  readonly claims: Portfolio['needs']['claim'];
  readonly connected: ConnectedWallet;
}

/** Button that claims all that is due, one signature each; it stops at the first that fails. */
export const ClaimAll = ({ claims, connected }: ClaimAllProps) => {
  const { weir } = useServices();
  const streams = useVerb('stream');
  const payments = useVerb('payment');
  const [current, setCurrent] = useState<{ readonly kind: string; readonly place: string }>();
  const claimAll = async (): Promise<void> => {
    for (const [index, { kind, id }] of claims.entries()) {
      setCurrent({
        kind,
        place: t('{done} of {all}', { done: numberText(index + 1), all: numberText(claims.length) }),
      });
      const [verb, handle] =
        kind === 'payment' ? [payments, weir.payments.at(id)] : ([streams, weir.streams.at(id)] as const);
      const { isDone } = await verb.run(
        'claim',
        connected.wallet,
        (wallet, options) => handle.claim(wallet, options),
        id,
      );
      if (!isDone) return;
    }
  };
  const { state, isRunning } = current?.kind === 'payment' ? payments : streams;
  if (claims.length === 0 && state.phase === 'idle') return null;
  return (
    <div>
      {(claims.length > 0 || isRunning) && (
        <Button look="main" disabled={isRunning} onClick={() => void claimAll()}>
          {isRunning ? t('Claiming {place}…', { place: current?.place ?? '' }) : t('Claim all')}
        </Button>
      )}
      <ActionState state={state} />
    </div>
  );
};
