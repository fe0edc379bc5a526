import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LeftOut, Plan, PlanStream } from '@weir/client';
import { KeyMoves, MOVED } from '../actions/key-moves.js';
import { useVerb } from '../actions/use-verb.js';
import { ActionState } from '../actions/verb-bar.js';
import { useServices } from '../api/services.js';
import { failureOf } from '../failures/failure-text.js';
import { noticeText } from '../format/time.js';
import { numberText, plural, t } from '../language/text.js';
import { ProposeBar } from '../treasury/propose-bar.js';
import { offersOfSelection, type Sent } from '../treasury/vault-moves.js';
import { Button } from '../ui/button.js';
import { Row } from '../ui/layout.js';
import { useWallet } from '../wallet/wallet-store.js';
import { movable, type Move, selectionHint } from './plan-choices.js';
import styles from './plan-form.module.css';

/** Pays out what is due to many recipients, one after the other. No signature is needed; the reserves pay the fees. */
const usePushes = (plan: Plan) => {
  const { weir } = useServices();
  const [doing, setDoing] = useState<string>();
  const run = async (ids: readonly string[]): Promise<string> => {
    let paid = 0;
    let failed: string | undefined;
    try {
      for (const [index, id] of ids.entries()) {
        setDoing(t('Paying out {number} of {all}…', { number: numberText(index + 1), all: numberText(ids.length) }));
        try {
          await (plan.product === 'recurring' ? weir.payments.at(id) : weir.streams.at(id)).push();
          paid += 1;
        } catch (error) {
          const { title, meaning } = failureOf(error);
          failed ??= `${title}: ${meaning}`;
        }
      }
    } finally {
      setDoing(undefined);
    }
    const done = t('{done} of {all} paid out.', { done: numberText(paid), all: numberText(ids.length) });
    return failed === undefined ? done : `${done} ${failed}`;
  };
  return { run, doing, isRunning: doing !== undefined };
};

interface PlanSelectionProps {
  readonly plan: Plan;
  readonly selected: readonly PlanStream[];
  readonly onDone: () => void;
}

/** A stream that an action left out, with the reason. */
type Left = Pick<LeftOut, 'id' | 'reason'> & { readonly name: string };

interface PlanMovesProps {
  readonly plan: Plan;
  readonly selected: readonly PlanStream[];
  readonly isBusy: boolean;
  readonly onRun: (move: Move) => void;
}

/** Buttons for what a sender signs with their key: one for each move that applies to part of the selection. */
const PlanMoves = ({ plan, selected, isBusy, onRun }: PlanMovesProps) => {
  const count = (move: Move): number => movable(move, selected, plan).length;
  return (
    <KeyMoves
      count={count}
      isBusy={isBusy}
      onRun={onRun}
      question={{
        title:
          plan.product !== 'recurring'
            ? plural(count('cancel'), { one: 'Cancel {count} stream?', other: 'Cancel {count} streams?' })
            : plural(count('cancel'), { one: 'Cancel {count} salary?', other: 'Cancel {count} salaries?' }),
        text: t(
          'The vested amount is paid at once. The rest returns to you after a cancel notice of {duration}, less the amount that vests meanwhile. This cannot be undone.',
          { duration: noticeText(plan.cancel_notice_blocks) },
        ),
      }}
    />
  );
};

/** Converts a row of a plan for the vault's proposals. */
const sentBy = ({ product, cancelable, pausable }: Plan, { id, status }: PlanStream): Sent => ({
  id,
  status,
  cancelable,
  pausable,
  kind: product === 'recurring' ? 'payment' : 'stream',
});

/** Shows the actions on the selected streams, and their result. */
export const PlanSelection = ({ plan, selected, onDone }: PlanSelectionProps) => {
  const { weir } = useServices();
  const connected = useWallet();
  const client = useQueryClient();
  const { id } = plan;
  const verb = useVerb('plan', id);
  const pushes = usePushes(plan);
  const [result, setResult] = useState<{ readonly said: string; readonly leftOut: readonly Left[] }>();
  const isBusy = verb.isRunning || pushes.isRunning;

  const run = async (move: Move): Promise<void> => {
    if (connected === undefined) return;
    setResult(undefined);
    const ids = movable(move, selected, plan);
    const names = new Map(selected.map((row) => [row.id, row.label ?? row.stream_id]));
    await verb.run(move, connected.wallet, async (wallet, options) => {
      const { streams, leftOut } = await weir.plans.at(id)[move](ids, wallet, options);
      setResult({
        said: t(MOVED[move], { done: numberText(streams.length), all: numberText(ids.length) }),
        leftOut: leftOut.map((left) => ({ ...left, name: names.get(left.id) ?? left.id })),
      });
      onDone();
    });
  };
  const push = async (): Promise<void> => {
    setResult(undefined);
    const said = await pushes.run(movable('push', selected, plan));
    setResult({ said, leftOut: [] });
    onDone();
    await client.invalidateQueries({ queryKey: ['record', id] });
  };
  const due = movable('push', selected, plan).length;
  return (
    <div className={styles['selection']}>
      <Row gap={10} align="center">
        <strong role="status">
          {selected.length === 0
            ? selectionHint(plan)
            : plural(selected.length, { one: '{count} selected', other: '{count} selected' })}
        </strong>
        {due > 0 && (
          <Button small disabled={isBusy} onClick={() => void push()}>
            {plural(due, { one: 'Pay out {count} now', other: 'Pay out {count} now' })}
          </Button>
        )}
        {plan.vault_id === null && (
          <PlanMoves plan={plan} selected={selected} isBusy={isBusy} onRun={(move) => void run(move)} />
        )}
      </Row>
      {plan.vault_id !== null && selected.length > 0 && (
        <ProposeBar
          vaultId={plan.vault_id}
          offers={offersOfSelection(selected.map((row) => sentBy(plan, row)))}
          small
        />
      )}
      {pushes.isRunning && <p role="status">{pushes.doing}</p>}
      <ActionState state={verb.state} />
      {result !== undefined && <p role="status">{result.said}</p>}
      {result !== undefined && result.leftOut.length > 0 && (
        <ul className={styles['faults']}>
          {result.leftOut.map(({ id: streamId, name, reason }) => (
            <li key={streamId} className={styles['bad']}>
              {name}: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
