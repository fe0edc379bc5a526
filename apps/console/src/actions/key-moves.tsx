import type { MoveKind } from '@weir/kinds';
import { msg, numberText, t } from '../language/text.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog } from './verb-bar.js';

const WORDS = { pause: msg('Pause {count}'), resume: msg('Resume {count}') } as const;

/** Says how many of a selection were moved. */
export const MOVED = {
  cancel: msg('{done} of {all} cancelled.'),
  pause: msg('{done} of {all} paused.'),
  resume: msg('{done} of {all} resumed.'),
} as const;

interface KeyMovesProps {
  /** How many of a selection a move applies to. */
  readonly count: (move: MoveKind) => number;
  readonly isBusy: boolean;
  readonly onRun: (move: MoveKind) => void;
  /** What is asked before a cancel. */
  readonly question: { readonly title: string; readonly text: string };
}

/** Buttons for what a sender signs with their key: one for each move that applies to part of a selection. */
export const KeyMoves = ({ count, isBusy, onRun, question }: KeyMovesProps) => (
  <>
    {(['pause', 'resume'] as const).map(
      (move) =>
        count(move) > 0 && (
          <Button key={move} small disabled={isBusy} onClick={() => onRun(move)}>
            {t(WORDS[move], { count: numberText(count(move)) })}
          </Button>
        ),
    )}
    {count('cancel') > 0 && (
      <ConfirmDialog
        label={t('Cancel {count}', { count: numberText(count('cancel')) })}
        title={question.title}
        confirm={t('Cancel them')}
        disabled={isBusy}
        small
        onConfirm={() => onRun('cancel')}
      >
        <p>{question.text}</p>
      </ConfirmDialog>
    )}
  </>
);
