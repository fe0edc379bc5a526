import { useState } from 'react';
import type { Portfolio } from '@weir/client';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { numberText, t } from '../language/text.js';
import { kindOf } from '../records/pages.js';
import { Button } from '../ui/button.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';

interface ClaimAllProps {
  readonly claims: Portfolio['needs']['claim'];
  readonly connected: ConnectedWallet;
}

/** Button that claims all that is due, one signature each; it stops at the first that fails. */
export const ClaimAll = ({ claims, connected }: ClaimAllProps) => {
  const { weir } = useServices();
  const verbs = { stream: useVerb('stream'), lock: useVerb('lock'), payment: useVerb('payment') };
  const [current, setCurrent] = useState<{ readonly kind: keyof typeof verbs; readonly place: string }>();
  const claimAll = async (): Promise<void> => {
    for (const [index, { kind: product, contract, id }] of claims.entries()) {
      const kind = product === 'payment' ? product : kindOf({ kind: 'stream', contract });
      setCurrent({
        kind,
        place: t('{done} of {all}', { done: numberText(index + 1), all: numberText(claims.length) }),
      });
      const handle = { stream: weir.streams, lock: weir.locks, payment: weir.payments }[kind].at(id);
      const { isDone } = await verbs[kind].run(
        'claim',
        connected.wallet,
        (wallet, options) => handle.claim(wallet, options),
        id,
      );
      if (!isDone) return;
    }
  };
  const { state, isRunning } = verbs[current?.kind ?? 'stream'];
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
