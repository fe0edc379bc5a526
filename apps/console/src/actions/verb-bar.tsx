import type { ReactNode } from 'react';
import { Button } from '../ui/button.js';
import { ActionState } from './action-state.js';
import { ConfirmDialog } from './confirm-dialog.js';
import type { VerbHandle } from './use-verb.js';

/** An available action, with a confirmation where it cannot be undone. */
export interface Offer<Verb extends string> {
  readonly verb: Verb;
  readonly label: string;
  readonly look?: 'main' | 'plain';
  /** The confirmation to ask for first. */
  readonly question?: { readonly title: string; readonly confirm: string; readonly text: ReactNode };
}

interface VerbBarProps<Verb extends string> {
  readonly verbs: Readonly<Record<Verb, VerbHandle>>;
  readonly offers: readonly Offer<Verb>[];
  readonly onRun: (verb: Verb) => void;
}

/** Shows a button for each available action and the state of those begun. One runs at a time. */
export const VerbBar = <Verb extends string>({ verbs, offers, onRun }: VerbBarProps<Verb>) => {
  const handles = Object.values<VerbHandle>(verbs);
  const isBusy = handles.some(({ isRunning }) => isRunning);
  const run = (verb: Verb): void => {
    for (const one of handles) one.reset();
    onRun(verb);
  };
  return (
    <>
      {offers.map(({ verb, label, look = 'main', question }) =>
        question === undefined ? (
          <Button key={verb} look={look} disabled={isBusy} onClick={() => run(verb)}>
            {label}
          </Button>
        ) : (
          <ConfirmDialog
            key={verb}
            label={label}
            title={question.title}
            confirm={question.confirm}
            disabled={isBusy}
            onConfirm={() => run(verb)}
          >
            {question.text}
          </ConfirmDialog>
        ),
      )}
      {Object.entries<VerbHandle>(verbs).map(([name, { state }]) => (
        <ActionState key={name} state={state} />
      ))}
    </>
  );
};
