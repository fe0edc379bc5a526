import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Portfolio } from '@weir/client';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { amountWithUnit } from '../format/amount.js';
import { KIND_NAMES, kindOf, PAGES } from '../kinds/record-kinds.js';
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
  const verbs = { stream: useVerb('stream'), lock: useVerb('lock'), payment: useVerb('payment') };
  const [current, setCurrent] = useState<{ readonly kind: keyof typeof verbs; readonly place: string }>();
  const [done, setDone] = useState<
    readonly { readonly kind: keyof typeof verbs; readonly id: string; readonly said: string }[]
  >([]);
  const claimAll = async (): Promise<void> => {
    setDone([]);
    for (const [index, claim] of claims.entries()) {
      const { kind: product, contract, id } = claim;
      const said = t('Pays {amount} to {recipient}.', {
        amount: amountWithUnit(claim.amount_base, claim),
        recipient: t('your wallet'),
      });
      const kind = product === 'payment' ? product : kindOf({ kind: 'stream', contract });
      setCurrent({
        kind,
        place: t('{done} of {all}', { done: numberText(index + 1), all: numberText(claims.length) }),
      });
      const handle = { stream: weir.streams, lock: weir.streams, payment: weir.payments }[kind].at(id);
      const { isDone } = await verbs[kind].run(
        'claim',
        connected.wallet,
        (wallet, options) => handle.claim(wallet, options),
        { recordId: id, said },
      );
      if (!isDone) return;
      setDone((before) => [...before, { kind, id, said }]);
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
      {done.slice(0, state.phase === 'done' ? -1 : undefined).map((one) => (
        <p key={one.id}>
          {one.said}{' '}
          <Link to={PAGES[one.kind]} params={{ id: one.id }}>
            {t(KIND_NAMES[one.kind])}
          </Link>
        </p>
      ))}
      <ActionState state={state} />
    </div>
  );
};
