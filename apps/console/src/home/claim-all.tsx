import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Payment, Portfolio, Stream } from '@weir/client';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { amountWithUnit } from '../format/amount.js';
import { KIND_NAMES, kindOf, PAGES } from '../kinds/record-kinds.js';
import { rich } from '../language/rich.js';
import { numberText, plural, t } from '../language/text.js';
import { AssetAmount } from '../records/asset-amount.js';
import { Button } from '../ui/button.js';
import { useTask } from '../ui/hooks.js';
import { Failed } from '../ui/states.js';
import { askedAddresses } from '../wallet/scope.js';
import type { ConnectedWallet } from '../wallet/wallet-store.js';

/** What a claim takes of a record. */
type Claim = Pick<
  Portfolio['needs']['claim'][number],
  'kind' | 'contract' | 'id' | 'amount_base' | 'token_type' | 'token_category' | 'token'
>;

interface ClaimAllProps {
  /** The first of them: the service lists no more than a hundred. */
  readonly claims: Portfolio['needs']['claim'];
  /** How many there are. */
  readonly total: number;
  readonly connected: ConnectedWallet;
  readonly claiming: Claims;
}

/** Finished claims on show; there may be hundreds. */
const SHOWN = 5;

/** Claims records one after the other, one signature each; it stops at the first that fails. */
export const useClaims = ({ wallet }: ConnectedWallet) => {
  const { weir } = useServices();
  const verbs = { stream: useVerb('stream'), lock: useVerb('lock'), payment: useVerb('payment') };
  const [current, setCurrent] = useState<{ readonly kind: keyof typeof verbs; readonly place: string }>();
  const [done, setDone] = useState<
    readonly { readonly kind: keyof typeof verbs; readonly id: string; readonly said: string }[]
  >([]);
  const [all, setAll] = useState(0);
  const finding = useTask();
  const claimOne = async (claim: Claim, place: string): Promise<boolean> => {
    const { kind: product, contract, id } = claim;
    const said = t('Pays {amount} to {recipient}.', {
      amount: amountWithUnit(claim.amount_base, claim),
      recipient: t('your wallet'),
    });
    const kind = product === 'payment' ? product : kindOf({ kind: 'stream', contract });
    setCurrent({ kind, place });
    const handle = { stream: weir.streams, lock: weir.streams, payment: weir.payments }[kind].at(id);
    const { isDone } = await verbs[kind].run('claim', wallet, (signer, options) => handle.claim(signer, options), {
      recordId: id,
      said,
    });
    if (isDone) setDone((before) => [...before, { kind, id, said }]);
    return isDone;
  };
  const claimAll = async (find: () => Promise<readonly Claim[]>): Promise<void> => {
    setDone([]);
    const found = await find();
    setAll(found.length);
    const count = numberText(found.length);
    for (const [index, claim] of found.entries())
      if (!(await claimOne(claim, t('{done} of {all}', { done: numberText(index + 1), all: count })))) return;
  };
  const { state, isRunning } = verbs[current?.kind ?? 'stream'];
  return {
    /** @param find finds what is to be claimed */
    claim: (find: () => Promise<readonly Claim[]>): void => void finding.run(() => claimAll(find)),
    isRunning: isRunning || finding.isRunning,
    /** Which of how many is claimed now. */
    place: isRunning ? (current?.place ?? '') : undefined,
    done,
    all,
    error: finding.error,
    state,
  };
};

export type Claims = ReturnType<typeof useClaims>;

/** Button that claims all that is due; when it is pressed again it goes on where it stopped. */
export const ClaimAll = ({ claims, total, connected, claiming }: ClaimAllProps) => {
  const { weir } = useServices();
  const { done, all, error, state, place } = claiming;
  /** All that can be claimed: what the service lists of it, or where that is not all of it, the records that say so. */
  const findClaims = async (): Promise<readonly Claim[]> => {
    if (claims.length >= total) return claims;
    const recipient = askedAddresses(connected).join();
    const found: Claim[] = [];
    const add = (kind: Claim['kind'], contract: Claim['contract'], record: Stream | Payment): void => {
      const { id, claimable_amount_base: base, token_type, token_category, token } = record;
      if (base > 0n) found.push({ kind, contract, id, amount_base: base, token_type, token_category, token });
    };
    for await (const stream of weir.streams.list({ recipient })) add('stream', stream.contract, stream);
    for await (const payment of weir.payments.list({ recipient })) add('payment', null, payment);
    return found;
  };
  const [only] = total === 1 ? claims : [];
  if (claims.length === 0 && state.phase === 'idle') return null;
  return (
    <div>
      {(claims.length > 0 || place !== undefined) && (
        <Button look="main" disabled={claiming.isRunning} onClick={() => claiming.claim(findClaims)}>
          {place !== undefined
            ? t('Claiming {place}…', { place })
            : only === undefined
              ? plural(total, { one: 'Claim {count}', other: 'Claim all {count}' })
              : // Of one record there is an amount to say, rather than a number.
                rich('Claim {due}', { due: <AssetAmount base={only.amount_base} of={only} /> })}
        </Button>
      )}
      {done.length > 0 && (
        <p role="status">{t('{done} of {all} claimed.', { done: numberText(done.length), all: numberText(all) })}</p>
      )}
      {done
        .slice(0, state.phase === 'done' ? -1 : undefined)
        .slice(-SHOWN)
        .map((one) => (
          <p key={one.id}>
            {one.said}{' '}
            <Link to={PAGES[one.kind]} params={{ id: one.id }}>
              {t(KIND_NAMES[one.kind])}
            </Link>
          </p>
        ))}
      {error !== undefined && <Failed error={error} />}
      <ActionState state={state} />
    </div>
  );
};
